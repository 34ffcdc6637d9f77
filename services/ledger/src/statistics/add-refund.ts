import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { addUp, refundColumns, sumUp } from './sums.ts';

const statement = addUp(
  sumUp(`select ${refundColumns} from counted_usage, (values (?::bigint)) as given (units) where id = ?`),
);

/** Adds a refund to the hour and day of its request. What is no longer logged has no combination. */
export async function addRefund(transaction: Knex, requestId: string, units: bigint): Promise<void> {
  await rowsOf(transaction, statement, [units, requestId]);
}
