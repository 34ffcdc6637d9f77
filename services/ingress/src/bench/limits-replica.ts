/** One replica's limits as a process of its own, which asks them as its parent says. */
import { wait } from '@headgate/runtime/wait';
import { createLink } from '../admit/leases/link/link.ts';
import { createSharedRates } from '../admit/leases/shared-rates.ts';
import { createSharingCounts } from '../admit/leases/sharing-counts.ts';

/** What the parent wants: so many requests of a key, one after the other within `withinMs`, or all at once for 0. */
interface Wish {
  name: string;
  limit: number;
  requests: number;
  withinMs: number;
}

const [url = '', deadlineMs = '50'] = process.argv.slice(2);
const silent = { info: () => undefined, warn: () => undefined };
const link = createLink({ url, log: silent, deadlineMs: Number(deadlineMs) });
const counts = createSharingCounts();
const rates = createSharedRates(60_000, link, counts);

process.on('message', (message: Wish | 'replicas') => {
  if (message === 'replicas') process.send?.(link.isJoined() ? link.replicas() : 0);
  else void ask(message).then((asked) => process.send?.(asked));
});
process.on('disconnect', () => process.exit());

async function ask({ name, limit, requests, withinMs }: Wish) {
  const before = { ...counts };
  let admitted = 0;
  let longestMs = 0;
  const take = async (): Promise<void> => {
    const at = performance.now();
    const outcome = rates.take(name, limit);
    const refusal = outcome instanceof Promise ? await outcome : outcome;
    longestMs = Math.max(longestMs, performance.now() - at);
    if (!refusal) admitted += 1;
  };
  const taking: Promise<void>[] = [];
  const beganAt = performance.now();
  for (let sent = 0; sent < requests; sent += 1) {
    const dueMs = beganAt + (withinMs * sent) / requests - performance.now();
    if (dueMs > 0) await wait(dueMs);
    taking.push(take());
  }
  await Promise.all(taking);
  return {
    admitted,
    longestMs,
    memory: counts.memory - before.memory,
    credit: counts.credit - before.credit,
    waited: counts.waited - before.waited,
    alone: counts.alone - before.alone,
    leases: counts.leases - before.leases,
  };
}
