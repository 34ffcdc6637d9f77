import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';

/**
 * When the day of the oldest request in the usage log began, in Unix milliseconds; 0 when there never was one. What came
 * late for a month that was dropped is left out: the statistics count all of its day.
 */
export async function findOldestMs(database: Knex): Promise<bigint> {
  const [row] = await rowsOf<{ at: bigint }>(
    database,
    `select coalesce(
       (select id_seconds(id) - id_seconds(id) % 86400 from usage where id >= first_id order by id limit 1),
       id_seconds(first_id)) as at
     from usage_kept`,
    [],
  );
  return (row?.at ?? 0n) * 1_000n;
}
