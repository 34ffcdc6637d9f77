import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { inTransaction } from '../postgres/transaction.ts';

/**
 * How long a change of partitions may stand in the way of those who book: a reader of everything would make it wait for
 * minutes, and everybody else behind it. It then fails, and is tried again later.
 */
const lockTimeoutMs = 1_000;

/** Runs work on partitions, one replica at a time, with a bound on how long it waits for tables. */
export function changePartitions<T>(
  knex: Knex,
  change: (transaction: Knex.Transaction) => Promise<T>,
): Promise<T> {
  return inTransaction(knex, async (transaction) => {
    await rowsOf(transaction, 'select pg_advisory_xact_lock(hashtext(?))', ['ledger:partitions']);
    await rowsOf(transaction, `set local lock_timeout = ${lockTimeoutMs}`, []);
    return change(transaction);
  });
}
