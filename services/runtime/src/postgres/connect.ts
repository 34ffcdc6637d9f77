import knexFactory, { type Knex } from 'knex';
import type { Client } from 'pg';
import type { Log } from '../log.ts';
import { retryUntilDone } from '../wait.ts';
import { isMigrated, type Migration } from './migrate.ts';
import { noLog } from './no-log.ts';
import { leaveReadOnly } from './read-only.ts';
import { limitSilence } from './silence.ts';

const statementTimeoutMs = 30_000;
/** Longer than a statement may take, which is all that PostgreSQL is silent for. */
const longestSilenceMs = 45_000;
/** A connection on which nothing is sent is asked by TCP whether it still stands; ten questions go unanswered in as many seconds. */
const quietMs = 10_000;

/**
 * A pool of connections behind a query builder. int8 columns arrive as bigint. With `pipeline` what is asked of one
 * connection is sent at once, not when what was asked before is answered. With `idleInTransactionMs` the server ends a session
 * whose transaction stands still for longer: a stopped process must not keep its locks. With `lockTimeoutMs` a statement that
 * waits for a lock for longer fails: otherwise those that wait for one soon have every connection of the pool, long after whoever
 * asked has gone, and what needs no such lock waits with them. A server that is silent for `silenceMs` is gone (see
 * `limitSilence`), and one that only reads is left (see `leaveReadOnly`).
 */
export function connectPostgres(
  url: string,
  {
    maxConnections = 10,
    pipeline = false,
    idleInTransactionMs,
    lockTimeoutMs,
    silenceMs = longestSilenceMs,
  }: {
    maxConnections?: number;
    pipeline?: boolean;
    idleInTransactionMs?: number;
    lockTimeoutMs?: number;
    silenceMs?: number;
  } = {},
): Knex {
  return knexFactory({
    client: 'pg',
    connection: {
      connectionString: url,
      statement_timeout: statementTimeoutMs,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      ...{ keepAliveInitialDelayMillis: quietMs },
      ...{ pipeline },
      ...(idleInTransactionMs !== undefined && { idle_in_transaction_session_timeout: idleInTransactionMs }),
      ...(lockTimeoutMs !== undefined && { lock_timeout: lockTimeoutMs }),
    },
    pool: {
      min: 0,
      max: maxConnections,
      afterCreate(connection: Client, done: (error: unknown, connection: Client) => void) {
        limitSilence(connection, silenceMs);
        leaveReadOnly(connection);
        done(undefined, connection);
      },
    },
    acquireConnectionTimeout: 10_000,
    log: noLog,
  });
}

/** Waits until the database answers and has every migration; services never migrate by themselves. */
export function waitForSchema(
  knex: Knex,
  schema: string,
  migrations: readonly Migration[],
  { log, signal }: { log: Log; signal: AbortSignal },
): Promise<void> {
  return retryUntilDone(
    async () => {
      if (!(await isMigrated(knex, schema, migrations)))
        throw new Error(`schema ${schema} is not migrated yet`);
    },
    { signal, onError: (error) => log.warn({ err: error }, 'waiting for the database') },
  );
}
