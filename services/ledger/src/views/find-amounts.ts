import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';

/** What entries are of, by their ids; unknown ones are left out. */
export async function findAmounts(database: Knex, ids: readonly string[]): Promise<Map<string, bigint>> {
  if (ids.length === 0) return new Map();
  const rows = await rowsOf<{ id: string; amount: bigint }>(
    database,
    'select id, amount from entry where id = any (?::uuid[])',
    [ids],
  );
  return new Map(rows.map(({ id, amount }) => [id, amount]));
}
