import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { type DueNotice, giveNotices, type Notice } from './notice.ts';

/**
 * Sets after how much use of its grant a purse gives notice; null: never. To be called whenever its grant changes: what
 * stands below the limit is armed, and what stands beyond it gives notice now, unless it has. A purse without a limit has
 * no soft one either. The purse must be locked.
 */
export async function armSoftLimit(transaction: Knex, id: string, percent: number | null): Promise<Notice[]> {
  const due = await rowsOf<DueNotice>(
    transaction,
    `with asked as (
       select id, percent, ceil(greatest(granted, 1)::numeric * percent / 100)::bigint as at
       from (select id, granted, case when not unlimited then ?::smallint end as percent from purse where id = ?) as wish),
     armed as (
       update purse set soft_limit_percent = asked.percent,
         notice_at = case when used < at or soft_limit_percent is null or notice_at is not null then at end
       from asked where purse.id = asked.id returning purse.id, used, notice_at)
     select id, 'soft_limit' as kind from armed where used >= notice_at`,
    [percent, id],
  );
  return giveNotices(transaction, due);
}
