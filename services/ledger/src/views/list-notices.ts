import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { type Notice, noticeColumns } from '../book/notices/notice.ts';

/** Notices after a number, in their order. */
export function listNotices(database: Knex, afterSeq: bigint, limit: number): Promise<Notice[]> {
  return rowsOf<Notice>(database, `select ${noticeColumns} from notice where seq > ? order by seq limit ?`, [
    afterSeq,
    limit,
  ]);
}

/** The number of the newest notice that was ever given. */
export async function findLastNotice(database: Knex): Promise<bigint> {
  const [end] = await rowsOf<{ lastSeq: bigint }>(
    database,
    'select last_seq as "lastSeq" from notice_end',
    [],
  );
  return end?.lastSeq ?? 0n;
}
