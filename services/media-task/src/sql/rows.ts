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

/** Types whose values need no quotes in an array. */
const plainTypes = new Set(['uuid', 'bigint', 'integer', 'boolean']);

/**
 * One column of many rows as one array in PostgreSQL's own text form. The driver could make it as well, but
 * looks at every value for characters that numbers and ids never have: a third of the cost of a batch.
 */
export function arrayText(
  type: string,
  values: readonly (string | number | bigint | boolean | null)[],
): string {
  if (plainTypes.has(type)) return `{${values.map((value) => value ?? 'null').join(',')}}`;
  return `{${values.map((value) => (value === null ? 'null' : quoted(String(value)))).join(',')}}`;
}

function quoted(text: string): string {
  return /["\\]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`;
}

/** One column of a multi-row insert. */
export interface Column<Row> {
  name: string;
  /** Type of one value as it is sent. */
  type: string;
  /** Type of the column, where it differs. */
  cast?: string;
  of: (row: Row) => string | number | bigint | boolean | null;
}

/** A column with one value for all rows of a multi-row insert. */
export interface SameColumn {
  name: string;
  type: string;
  value: string | number | bigint | boolean | null;
}

/**
 * Inserts many rows with one statement; `ending` is what follows: a conflict clause, a returning list.
 */
export function insertRows<Row, Returned = never>(
  database: Knex,
  table: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { same = [], ending = '' }: { same?: readonly SameColumn[]; ending?: string } = {},
): Promise<Returned[]> {
  const sent = columns.map(({ name }) => name).join(', ');
  const names = [...columns, ...same].map(({ name }) => name).join(', ');
  const values = columns.map(({ name, cast }) => (cast ? `${name}::${cast}` : name));
  const selected = [...values, ...same.map(({ type }) => `?::${type}`)].join(', ');
  const arrays = columns.map(({ type }) => `?::${type}[]`).join(', ');
  return rowsOf<Returned>(
    database,
    `insert into ${table} (${names}) select ${selected} from unnest(${arrays}) as sent (${sent}) ${ending}`,
    [...same.map(({ value }) => value), ...columns.map(({ type, of }) => arrayText(type, rows.map(of)))],
  );
}
