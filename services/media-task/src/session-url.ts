import { type DatabaseLocation, databaseUrl } from '@headgate/runtime/postgres/database-url';
import { schema } from './config.ts';

/** A process that is stopped, or whose machine is gone, must not keep tasks and users locked for longer. */
const longestIdleMs = 10_000;

/** The URL of the tables of tasks, with the settings that every session of a running process needs. */
export function sessionUrl(
  location: Omit<DatabaseLocation, 'schema'>,
  idleInTransactionMs = longestIdleMs,
): string {
  const url = new URL(databaseUrl({ ...location, schema }));
  url.searchParams.set('idle_in_transaction_session_timeout', String(idleInTransactionMs));
  return url.href;
}
