import type { Knex } from 'knex';

/** What a statement may be given for its `?`. Bigints and arrays of them travel as decimal text. */
export type Binding = string | number | bigint | boolean | null | Buffer | readonly Binding[];

/**
 * Runs a statement with `?` for its parameters and returns its rows, whose shape the caller states beside
 * the statement.
 */
export async function rowsOf<Row>(database: Knex, sql: string, bindings: readonly Binding[]): Promise<Row[]> {
  // Knex's own list of bindings knows no bigint; pg writes one as text.
  const result = await database.raw<{ rows: Row[] }>(sql, bindings as never);
  return result.rows;
}
