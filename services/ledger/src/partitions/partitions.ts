import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { changePartitions } from './change-partitions.ts';
import { type MonthPartition, monthPartition } from './months.ts';
import { readKept } from './usage-kept.ts';

export const partitionedTables = ['entry', 'usage'] as const;
const monthsBehind = 1;
const monthsAhead = 2;
const maxCounted = 10_000;

/** Makes the partitions around a moment that do not exist yet; returns their names. */
export async function makePartitions(knex: Knex, nowMs: number): Promise<string[]> {
  const kept = await readKept(knex);
  const made: string[] = [];
  for (const table of partitionedTables) {
    for (let offset = -monthsBehind; offset <= monthsAhead; offset += 1) {
      const partition = monthPartition(table, nowMs, offset);
      if (table === 'usage' && partition.to <= kept.firstId) continue;
      if (await makePartition(knex, table, partition)) made.push(partition.name);
    }
  }
  return made;
}

/**
 * Makes one partition and moves into it what had to go to the default partition meanwhile. Attaching a table
 * lets inserts into the others go on, which creating a partition in place does not.
 */
function makePartition(knex: Knex, table: string, { name, from, to }: MonthPartition): Promise<boolean> {
  return changePartitions(knex, async (transaction) => {
    const [known] = await rowsOf<{ is: boolean }>(transaction, 'select to_regclass(?) is not null as is', [
      name,
    ]);
    if (known?.is) return false;
    await rowsOf(transaction, `create table ${name} (like ${table} including all)`, []);
    await rowsOf(transaction, `lock table ${table}_default in access exclusive mode`, []);
    await rowsOf(
      transaction,
      `with moved as (delete from ${table}_default where id >= ? and id < ? returning *)
       insert into ${name} select * from moved`,
      [from, to],
    );
    await rowsOf(
      transaction,
      `alter table ${table} attach partition ${name} for values from ('${from}') to ('${to}')`,
      [],
    );
    return true;
  });
}

/** How many rows lie in a default partition, up to a bound: their ids are of no month that has a partition. */
export async function countStray(database: Knex, table: (typeof partitionedTables)[number]): Promise<number> {
  const [row] = await rowsOf<{ count: bigint }>(
    database,
    `select count(*) from (select from ${table}_default limit ?) as stray`,
    [maxCounted],
  );
  return Number(row?.count ?? 0n);
}
