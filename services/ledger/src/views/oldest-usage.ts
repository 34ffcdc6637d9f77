import type { Knex } from 'knex';
import { rowsOf } from '../book/rows.ts';

/** When the day of the oldest request in the usage log began, in Unix milliseconds; 0 when there is none. */
export async function findOldestMs(database: Knex): Promise<bigint> {
  const [row] = await rowsOf<{ at: bigint }>(
    database,
    'select id_seconds(id) - id_seconds(id) % 86400 as at from usage order by id limit 1',
    [],
  );
  return (row?.at ?? 0n) * 1_000n;
}
