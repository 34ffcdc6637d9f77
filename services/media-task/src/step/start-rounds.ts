import { wait } from '@headgate/runtime/wait';

/** Does what is due in the background. */
export interface Worker {
  /** Something may be due: looks at once. */
  wake(): void;
  /** Begins nothing more, and waits for what is in hand. */
  stop(): Promise<void>;
}

/**
 * Makes one round after the other until it is stopped: at once while something was due, else when it is woken, or after a nap.
 * @param round does what is due, and gives how much that was; never rejects.
 */
export function startRounds(round: () => Promise<number>, idleMs: number): Worker {
  const stopping = new AbortController();
  let wakeUp: (() => void) | undefined;

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      // Before the round: what comes while it is made wakes it too.
      const asleep = new Promise<void>((resolve) => {
        wakeUp = resolve;
      });
      if ((await round()) > 0) continue;
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
