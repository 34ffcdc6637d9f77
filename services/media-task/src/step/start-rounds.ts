import { wait } from '@headgate/runtime/wait';
import type { Worker } from './pool.ts';

/**
 * Tells the ledger of tasks that have ended, as soon as it is woken and after every nap, until it is stopped. What a client
 * was shown and the broker has not got is in the database alone: that moment is kept short.
 * @param tell gives how many were due; never rejects.
 */
export function startTelling(tell: () => Promise<number>, idleMs: number): Worker {
  const stopping = new AbortController();
  let wakeUp: (() => void) | undefined;

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      // Before it looks: what comes while it tells others wakes it too.
      const asleep = new Promise<void>((resolve) => {
        wakeUp = resolve;
      });
      if ((await tell()) > 0) continue;
      await Promise.race([asleep, wait(idleMs, stopping.signal).catch(() => undefined)]);
    }
  }

  const looping = loop();
  return {
    wake: () => wakeUp?.(),
    async stop() {
      stopping.abort();
      wakeUp?.();
      await looping;
    },
  };
}
