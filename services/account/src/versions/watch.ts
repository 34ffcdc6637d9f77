import type { Condition } from '@headgate/runtime/health';
import type { Log } from '@headgate/runtime/log';
import { watchDatabase } from '@headgate/runtime/postgres/watch-database';
import type { Knex } from 'knex';
import { readVersions, type Versions } from './store.ts';

/** What a lost announcement costs at most. */
const everyMs = 500;

/**
 * Reads the versions from the database again and again and hands them on, until `signal`. On the way it
 * learns whether the database answers.
 */
export function watchVersions({
  knex,
  onVersions: onAnswer,
  ...watch
}: {
  knex: Knex;
  log: Log;
  condition: Condition;
  onVersions: (versions: Versions) => void;
  signal: AbortSignal;
}): Promise<void> {
  return watchDatabase({ ...watch, everyMs, ask: () => readVersions(knex), onAnswer });
}
