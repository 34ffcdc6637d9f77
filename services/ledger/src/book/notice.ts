import { randomUUIDv7 } from 'node:crypto';
import { type Notice as Message, NoticeKind } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Knex } from 'knex';
import { rowsOf } from './rows.ts';

/** What people are told of a purse. It is no money: nothing is booked by it, and no replay makes it. */
export interface Notice {
  seq: bigint;
  id: string;
  purse: string;
  used: bigint;
  granted: bigint;
  percent: number;
  atMs: bigint;
}

export const noticeColumns = `seq, notice.id, purse, notice.used, notice.granted, percent,
  (extract(epoch from at) * 1000)::bigint as "atMs"`;

/**
 * Writes down that purses used as much as their soft limits say, once until they are armed again. The purses must be
 * locked.
 */
export async function giveNotices(transaction: Knex, purses: readonly string[]): Promise<Notice[]> {
  if (purses.length === 0) return [];
  const [end] = await rowsOf<{ lastSeq: bigint }>(
    transaction,
    'update notice_end set last_seq = last_seq + ? returning last_seq as "lastSeq"',
    [purses.length],
  );
  const firstSeq = (end?.lastSeq ?? 0n) - BigInt(purses.length) + 1n;
  return rowsOf<Notice>(
    transaction,
    `with told as (
       update purse set notice_at = null
       from unnest(?::bigint[], ?::uuid[], ?::text[]) as due (seq, notice_id, purse_id) where purse.id = purse_id
       returning seq, notice_id, purse_id, used, granted, soft_limit_percent)
     insert into notice (seq, id, purse, kind, used, granted, percent)
     select seq, notice_id, purse_id, 'soft_limit', used, granted, soft_limit_percent from told
     returning ${noticeColumns}`,
    [purses.map((_, at) => firstSeq + BigInt(at)), purses.map(() => randomUUIDv7()), purses],
  );
}

export function toMessage(notice: Notice): Message {
  return { ...notice, kind: NoticeKind.SOFT_LIMIT };
}
