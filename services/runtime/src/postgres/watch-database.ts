import type { Condition } from '../health.ts';
import type { Log } from '../log.ts';
import { wait } from '../wait.ts';

/** Asks the database again and again, until `signal`: the condition is met while it answers. Never rejects. */
export async function watchDatabase({
  ask,
  everyMs = 2_000,
  log,
  condition,
  signal,
}: {
  ask: () => Promise<unknown>;
  everyMs?: number;
  log: Log;
  condition: Condition;
  signal: AbortSignal;
}): Promise<void> {
  let isAway = false;
  while (!signal.aborted) {
    try {
      await ask();
      condition.set(true);
      if (isAway) log.info('the database is back');
      isAway = false;
    } catch (error) {
      if (signal.aborted) return;
      condition.set(false, 'the database does not answer');
      if (!isAway) log.warn({ err: error }, 'the database is away');
      isAway = true;
    }
    await wait(everyMs, signal).catch(() => undefined);
  }
}
