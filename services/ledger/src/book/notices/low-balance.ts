import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { type DueNotice, giveNotices, type Notice } from './notice.ts';

/**
 * To be called whenever a purse's grant or limit changes: one that has as much as its owner wants is armed, and one that has
 * less gives notice now, unless it has. One without a limit is armed, and never comes to it. The purse must be locked.
 */
export async function armLowBalance(transaction: Knex, id: string): Promise<Notice[]> {
  const due = await rowsOf<DueNotice>(
    transaction,
    `with asked as (
       select id, case when unlimited then 9223372036854775807 else granted - warn_below + 1 end as at
       from purse where id = ? and warn_below is not null),
     armed as (
       update purse set warning_at = case when used < at or warning_at is not null then at end
       from asked where purse.id = asked.id returning purse.id, used, warning_at)
     select id, 'low_balance' as kind from armed where used >= warning_at`,
    [id],
  );
  return giveNotices(transaction, due);
}
