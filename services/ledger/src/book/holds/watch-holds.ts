import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';

/** Ended holds are kept for longer than any message that could still name them. */
const keptDays = 30;

/** How many holds are open, and how many of them for longer than a bound. They end with their task, never by time. */
export async function countOpenHolds(
  database: Knex,
  overdueAfterMs: number,
): Promise<{ open: number; overdue: number }> {
  const [row] = await rowsOf<{ open: bigint; overdue: bigint }>(
    database,
    `select count(*) as open, count(*) filter (where made_at < now() - make_interval(secs => ?::float8)) as overdue
     from hold where state = 'held'`,
    [overdueAfterMs / 1_000],
  );
  return { open: Number(row?.open ?? 0n), overdue: Number(row?.overdue ?? 0n) };
}

/** Removes holds that ended long ago, tombstones too. Returns how many. */
export async function forgetHolds(database: Knex): Promise<number> {
  const rows = await rowsOf(
    database,
    `delete from hold where state <> 'held' and ended_at < now() - make_interval(days => ?) returning id`,
    [keptDays],
  );
  return rows.length;
}
