import type { Condition } from '@headgate/runtime/health';
import type { Log } from '@headgate/runtime/log';
import { wait } from '@headgate/runtime/wait';
import type { Knex } from 'knex';
import { readVersions, type Versions } from './store.ts';

/** What a lost announcement costs at most. */
const everyMs = 500;

/**
 * Reads the versions from the database again and again and hands them on, until `signal`. On the way it
 * learns whether the database answers.
 */
export async function watchVersions(options: {
  knex: Knex;
  log: Log;
  condition: Condition;
  onVersions: (versions: Versions) => void;
  signal: AbortSignal;
}): Promise<void> {
  const { knex, log, condition, onVersions, signal } = options;
  let isAway = false;
  while (!signal.aborted) {
    try {
      onVersions(await readVersions(knex));
      condition.set(true);
      if (isAway) log.info('the database is back');
      isAway = false;
    } catch (error) {
      if (signal.aborted) return;
      condition.set(false, 'the database does not answer');
      if (!isAway) log.warn({ err: error }, 'the database is away');
      isAway = true;
    }
    await wait(everyMs, signal).catch(() => {});
  }
}
