import { setTimeout as wait } from 'node:timers/promises';
import { stopSignals } from '../processes/marks.ts';
import { sendSignal } from '../processes/signal.ts';
import type { MarkedProcess } from './marked-processes.ts';

/** Services first, because they write to the parts; what does not end in time is killed. */
const rounds: { of: 'services' | 'all'; isKill: boolean; graceMs: number }[] = [
  { of: 'services', isKill: false, graceMs: 5_000 },
  { of: 'services', isKill: true, graceMs: 2_000 },
  { of: 'all', isKill: false, graceMs: 8_000 },
  { of: 'all', isKill: true, graceMs: 5_000 },
];
const pollMs = 100;

/** Stops every process that `find` gives, until it gives none. Answers those that could not be stopped. */
export async function stopMarked(find: () => MarkedProcess[]): Promise<MarkedProcess[]> {
  for (const { of, isKill, graceMs } of rounds) {
    const findOfRound = (): MarkedProcess[] =>
      find().filter(({ part }) => of === 'all' || part === undefined);
    const end = Date.now() + graceMs;
    const signalled = new Set<number>();
    for (let left = findOfRound(); left.length > 0 && Date.now() < end; left = findOfRound()) {
      for (const { pid, part } of left) {
        if (!isKill && signalled.has(pid)) continue;
        signalled.add(pid);
        sendSignal(pid, isKill ? 'SIGKILL' : stopSignals[part ?? 'service']);
      }
      await wait(pollMs);
    }
  }
  return find();
}
