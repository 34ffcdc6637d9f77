import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { inTransaction } from '../postgres/transaction.ts';
import { addUp, countedColumns, sumUp } from './sums.ts';

/** Batches that are added at once, each of at most 4,000 requests: many add to the same rows, which are written once. */
const mostBatches = 12n;

const statement = addUp(
  sumUp(`select ${countedColumns} from counted_usage where batch_no > ? and batch_no <= ?`),
);

/**
 * Adds what was booked since the last time to the statistics, and notes how far it got in the same transaction: each
 * request is added once. Batches are booked one after the other, so the newest that can be seen has all before it.
 * Of several replicas one does it at a time; the others have nothing to do.
 */
export async function addStatistics(knex: Knex): Promise<void> {
  while (await addSome(knex));
}

/** Returns whether there may be more. */
function addSome(knex: Knex): Promise<boolean> {
  return inTransaction(knex, async (transaction) => {
    const [position] = await rowsOf<{ batchNo: bigint }>(
      transaction,
      'select batch_no as "batchNo" from statistic_position for update skip locked',
      [],
    );
    const [newest] = await rowsOf<{ batchNo: bigint | null }>(
      transaction,
      'select max(batch_no) as "batchNo" from usage',
      [],
    );
    const from = position?.batchNo;
    const last = newest?.batchNo ?? -1n;
    if (from === undefined || last <= from) return false;
    const to = last < from + mostBatches ? last : from + mostBatches;
    await rowsOf(transaction, statement, [from, to]);
    await rowsOf(transaction, 'update statistic_position set batch_no = ?', [to]);
    return to < last;
  });
}
