import type { Knex } from 'knex';

/**
 * Takes `count` ids that nobody else gets, in rising order, before the rows exist: purses carry them and are
 * opened first. Those of users and keys are drawn by `spenders/draw-spender-ids.ts` alone.
 */
export async function drawIds(
  knex: Knex,
  table: 'channels' | 'users' | 'keys' | 'webhooks' | 'sign_in_providers',
  count: number,
): Promise<bigint[]> {
  if (count === 0) return [];
  const { rows } = await knex.raw<{ rows: { id: bigint }[] }>(
    `select nextval(pg_get_serial_sequence(?, 'id')) as id from generate_series(1, ?) order by 1`,
    [table, count],
  );
  return rows.map(({ id }) => id);
}
