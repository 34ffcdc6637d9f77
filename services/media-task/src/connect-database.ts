import { connectPostgres } from '@headgate/runtime/postgres/connect';
import { type DatabaseLocation, databaseUrl } from '@headgate/runtime/postgres/database-url';
import type { Knex } from 'knex';
import { schema } from './config.ts';

/** A process that is stopped, or whose machine is gone, must not keep tasks and users locked for longer. */
const longestIdleMs = 10_000;
/** Nothing here keeps a lock for a second. */
const lockTimeoutMs = 4_000;

export interface DatabaseConfig extends Omit<DatabaseLocation, 'schema'> {
  databaseConnections: number;
}

/** The pool of a running process, at the tables of tasks. */
export function connectDatabase(config: DatabaseConfig, idleInTransactionMs = longestIdleMs): Knex {
  const { databaseConnections: maxConnections } = config;
  return connectPostgres(databaseUrl({ ...config, schema }), {
    maxConnections,
    idleInTransactionMs,
    lockTimeoutMs,
  });
}
