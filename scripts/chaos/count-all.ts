import type { Evidence } from './join-books.ts';
import type { Asked } from './load.ts';

/** How often what happened. */
export function countAll({ asked, served, closings }: Evidence): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
  for (const request of asked) count(describeAnswer(request));
  for (const { outcome } of served) count(`sandbox: ${outcome}`);
  for (const { kind, amount, overrun } of closings) {
    count(`entries: ${kind}${amount === 0n ? ' of 0' : ''}`);
    if (overrun > 0n) count('entries with an overrun');
  }
  return new Map([...counts].sort());
}

function describeAnswer({ status, isWhole, hasLeft, failure }: Asked): string {
  if (status === 0) return `no answer: ${hasLeft ? 'client left' : failure}`;
  if (status !== 200) return `answered ${status}`;
  if (isWhole) return 'answered 200, whole';
  return `answered 200, ${hasLeft ? 'client left' : 'broken off'}`;
}
