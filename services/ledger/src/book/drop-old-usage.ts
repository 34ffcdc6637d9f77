import type { Knex } from 'knex';
import { changePartitions } from './change-partitions.ts';
import { type MonthPartition, partitionNamed } from './months.ts';
import { rowsOf } from './rows.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/**
 * Drops the months of the usage log that ended more than so many days ago, the oldest first, and what lies before them
 * in the default partition. Entries stay for ever. Returns the names of the partitions.
 */
export async function dropOldUsage(knex: Knex, nowMs: number, keptDays: number): Promise<string[]> {
  const partitions = await rowsOf<{ name: string }>(
    knex,
    `select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
     where inhparent = 'usage'::regclass order by relname`,
    [],
  );
  const old = partitions
    .map(({ name }) => partitionNamed('usage', name))
    .filter((partition) => partition !== undefined)
    .filter(({ endMs }) => endMs <= nowMs - keptDays * dayMs);
  for (const partition of old) await dropPartition(knex, partition);
  return old.map(({ name }) => name);
}

/** PostgreSQL detaches concurrently only where there is no default partition. */
function dropPartition(knex: Knex, { name, to, endMs }: MonthPartition): Promise<void> {
  return changePartitions(knex, async (transaction) => {
    const [known] = await rowsOf<{ is: boolean }>(transaction, 'select to_regclass(?) is not null as is', [
      name,
    ]);
    if (known?.is) {
      await rowsOf(transaction, `alter table usage detach partition ${name}`, []);
      await rowsOf(transaction, `drop table ${name}`, []);
    }
    await rowsOf(transaction, 'delete from usage_default where id < ?', [to]);
    await rowsOf(
      transaction,
      'update usage_kept set first_id = greatest(first_id, ?), since = greatest(since, ?::timestamptz)',
      [to, new Date(endMs).toISOString()],
    );
  });
}
