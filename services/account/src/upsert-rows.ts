import type { Knex } from 'knex';

/** PostgreSQL takes 65,535 parameters in a statement; no row here has more than 60. */
const mostRows = 1_000;

/** Writes rows, or writes over those that are there, however many they are. */
export async function upsertRows(
  transaction: Knex.Transaction,
  table: string,
  key: 'id' | 'name',
  rows: readonly object[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += mostRows)
    await transaction(table)
      .insert(rows.slice(from, from + mostRows))
      .onConflict(key)
      .merge();
}
