import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { inTransaction } from '../../postgres/transaction.ts';
import { armLowBalance } from '../notices/low-balance.ts';
import type { Notice } from '../notices/notice.ts';
import { lockPurses } from './purse.ts';

/**
 * Sets below what balance a purse gives notice; null: never. One that stands below gives notice now, unless it has. Undefined
 * where there is no such purse.
 */
export function setWarning(knex: Knex, id: string, below: bigint | null): Promise<Notice[] | undefined> {
  return inTransaction(knex, async (transaction) => {
    if (!(await lockPurses(transaction, [id])).has(id)) return undefined;
    await rowsOf(
      transaction,
      `update purse set warn_below = asked.below,
         warning_at = case when asked.below is null then null when warn_below is null then 0 else warning_at end
       from (select ?::bigint as below) as asked where id = ?`,
      [below, id],
    );
    return armLowBalance(transaction, id);
  });
}
