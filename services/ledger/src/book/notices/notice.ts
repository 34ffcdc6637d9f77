import { randomUUIDv7 } from 'node:crypto';
import { type Notice as Message, NoticeKind } from '@headgate/proto/gen/headgate/events/v1/events';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';

const kinds = { soft_limit: NoticeKind.SOFT_LIMIT, low_balance: NoticeKind.LOW_BALANCE };

/** A purse that came to what its owner is to be told of. */
export interface DueNotice {
  id: string;
  kind: keyof typeof kinds;
}

/** What people are told of a purse. It is no money: nothing is booked by it, and no replay makes it. */
export interface Notice {
  seq: bigint;
  id: string;
  purse: string;
  kind: keyof typeof kinds;
  used: bigint;
  granted: bigint;
  /** Of a soft limit; else 0. */
  percent: number;
  /** Of a low balance: what less than is left. Else 0. */
  below: bigint;
  atMs: bigint;
}

export const noticeColumns = `seq, notice.id, purse, kind, notice.used, notice.granted, coalesce(percent, 0) as percent,
  coalesce(below, 0) as below, (extract(epoch from at) * 1000)::bigint as "atMs"`;

/** Writes down what is due, of each purse and kind once until it is armed again. The purses must be locked. */
export async function giveNotices(transaction: Knex, due: readonly DueNotice[]): Promise<Notice[]> {
  if (due.length === 0) return [];
  const [end] = await rowsOf<{ lastSeq: bigint }>(
    transaction,
    'update notice_end set last_seq = last_seq + ? returning last_seq as "lastSeq"',
    [due.length],
  );
  const firstSeq = (end?.lastSeq ?? 0n) - BigInt(due.length) + 1n;
  return rowsOf<Notice>(
    transaction,
    `with due as (
       select * from unnest(?::bigint[], ?::uuid[], ?::text[], ?::text[]) as due (seq, notice_id, purse_id, due_kind)),
     told as (
       update purse set
         notice_at = case when 'soft_limit' = any (due_kinds) then null else notice_at end,
         warning_at = case when 'low_balance' = any (due_kinds) then null else warning_at end
       from (select purse_id, array_agg(due_kind) as due_kinds from due group by purse_id) as of_purse
       where purse.id = purse_id
       returning purse.id as told_id, used, granted, soft_limit_percent, warn_below)
     insert into notice (seq, id, purse, kind, used, granted, percent, below)
     select seq, notice_id, purse_id, due_kind, used, granted,
       case due_kind when 'soft_limit' then soft_limit_percent end,
       case due_kind when 'low_balance' then warn_below end
     from due join told on told_id = purse_id
     returning ${noticeColumns}`,
    [
      due.map((_, at) => firstSeq + BigInt(at)),
      due.map(() => randomUUIDv7()),
      due.map(({ id }) => id),
      due.map(({ kind }) => kind),
    ],
  );
}

export function toMessage(notice: Notice): Message {
  return { ...notice, kind: kinds[notice.kind] };
}
