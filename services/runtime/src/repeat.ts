import { countAlike } from './log/count-alike.ts';
import type { Log } from './log.ts';
import { wait } from './wait.ts';

/** Runs a task now and again after each pause, until the signal is aborted. A failure is logged, one of a kind in a minute. Never rejects. */
export async function repeat(
  task: string,
  { everyMs, log, signal }: { everyMs: number; log: Log; signal: AbortSignal },
  run: () => Promise<unknown>,
): Promise<void> {
  const countFailure = countAlike();
  while (!signal.aborted) {
    await run().catch((error) => {
      if (signal.aborted) return;
      const failures = countFailure(String(error));
      if (failures !== undefined)
        log.warn({ err: error, task, failures }, 'a task failed and will be tried again');
    });
    await wait(everyMs, signal).catch(() => undefined);
  }
}
