import type { Binding } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import type { QueryResult } from 'pg';
import { binaryColumn, type Element, type ElementType } from './binary-array.ts';
import { runStatement, type Statement } from './statement.ts';

/** Texts as one array in PostgreSQL's own text form: what one value of a column of arrays is sent as. */
export function arrayText(texts: readonly string[]): string {
  return `{${texts.map(quoted).join(',')}}`;
}

function quoted(text: string): string {
  return /["\\]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`;
}

/** One column of a multi-row insert. */
export interface Column<Row> {
  name: string;
  /** Type of one value as it is sent. */
  type: ElementType;
  /** Type of the column, where it differs. */
  cast?: string;
  of: (row: Row) => Element;
}

/** A statement that inserts many rows, one array for each column. */
export interface MultiRowInsert<Row> {
  statement: Statement;
  columns: readonly Column<Row>[];
}

/**
 * Makes such a statement. Columns in `same` have one value for all rows, and a type; `ending` is what follows: a conflict
 * clause, a returning list.
 */
export function multiRowInsert<Row>(
  table: string,
  columns: readonly Column<Row>[],
  { same = {}, ending = '' }: { same?: Record<string, string>; ending?: string } = {},
): MultiRowInsert<Row> {
  const sent = columns.map(({ name }) => name).join(', ');
  const names = [...columns.map(({ name }) => name), ...Object.keys(same)].join(', ');
  const values = columns.map(({ name, cast }) => (cast ? `${name}::${cast}` : name));
  const ofAll = Object.values(same).map((type, index) => `$${columns.length + index + 1}::${type}`);
  const arrays = columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ');
  const text = `insert into ${table} (${names}) select ${[...values, ...ofAll].join(', ')}
    from unnest(${arrays}) as sent (${sent}) ${ending}`;
  return { statement: { name: `insert-${table}`, text }, columns };
}

/** Inserts many rows with one statement; values of the columns in `same` come in their order. */
export function insertRows<Row, Returned extends object = never>(
  transaction: Knex,
  { statement, columns }: MultiRowInsert<Row>,
  rows: readonly Row[],
  same: readonly Binding[] = [],
): Promise<QueryResult<Returned>> {
  const arrays = columns.map(({ type, of }) => binaryColumn(type, rows, of));
  return runStatement<Returned>(transaction, statement, [...arrays, ...same]);
}
