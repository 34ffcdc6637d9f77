import type { Knex } from 'knex';
import { rowsOf } from './rows.ts';
import { inTransaction } from './transaction.ts';

const partitionedTables = ['entry', 'usage'] as const;
const monthsBehind = 1;
const monthsAhead = 2;

/** The smallest UUIDv7 of a moment. Its first 48 bits are Unix milliseconds. */
export function firstIdAt(timeMs: number): string {
  const hex = timeMs.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** Makes the partitions around a moment that do not exist yet; returns their names. */
export async function makePartitions(knex: Knex, nowMs: number): Promise<string[]> {
  const now = new Date(nowMs);
  const made: string[] = [];
  for (const table of partitionedTables) {
    for (let offset = -monthsBehind; offset <= monthsAhead; offset += 1) {
      const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset));
      const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset + 1));
      const name = `${table}_${start.toISOString().slice(0, 7).replace('-', '_')}`;
      const bounds = { from: firstIdAt(start.getTime()), to: firstIdAt(end.getTime()) };
      if (await makePartition(knex, table, name, bounds)) made.push(name);
    }
  }
  return made;
}

/**
 * Makes one partition and moves into it what had to go to the default partition meanwhile. Attaching a table
 * lets inserts into the others go on, which creating a partition in place does not.
 */
function makePartition(
  knex: Knex,
  table: string,
  name: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  return inTransaction(knex, async (transaction) => {
    await rowsOf(transaction, 'select pg_advisory_xact_lock(hashtext(?))', ['ledger:partitions']);
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
