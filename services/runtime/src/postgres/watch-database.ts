import type { Knex } from 'knex';
import type { Condition } from '../health.ts';
import type { Log } from '../log.ts';
import { wait } from '../wait.ts';

const everyMs = 2_000;

/** Asks the database again and again whether it answers, until `signal`: the condition is met while it does. */
export async function watchDatabase({
  knex,
  log,
  condition,
  signal,
}: {
  knex: Knex;
  log: Log;
  condition: Condition;
  signal: AbortSignal;
}): Promise<void> {
  let isAway = false;
  while (!signal.aborted) {
    try {
      await knex.raw('select 1');
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
