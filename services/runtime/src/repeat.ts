import type { Log } from './log.ts';
import { wait } from './wait.ts';

/** Runs a task now and again after each pause, until the signal is aborted. A failure is logged. Never rejects. */
export async function repeat(
  task: string,
  { everyMs, log, signal }: { everyMs: number; log: Log; signal: AbortSignal },
  run: () => Promise<unknown>,
): Promise<void> {
  while (!signal.aborted) {
    await run().catch((error) => {
      if (!signal.aborted) log.warn({ err: error, task }, 'a task failed and will be tried again');
    });
    await wait(everyMs, signal).catch(() => undefined);
  }
}
