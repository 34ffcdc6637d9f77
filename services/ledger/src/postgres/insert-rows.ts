import type { Binding } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import type { QueryResult } from 'pg';
import { binaryRows, type Member } from './binary-array.ts';
import { findOid, knownOid } from './row-types.ts';
import { runStatement, type Statement } from './statement.ts';

/** Texts as one array in PostgreSQL's own text form: what one value of a column of arrays is sent as. */
export function arrayText(texts: readonly string[]): string {
  return `{${texts.map(quoted).join(',')}}`;
}

function quoted(text: string): string {
  return /["\\]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`;
}

/** One column of a multi-row insert. */
export interface Column<Row> extends Member<Row> {
  name: string;
  /** Type of the column, where it differs from what is sent. */
  cast?: string;
}

/** A statement that inserts many rows, which are sent as one array. */
export interface MultiRowInsert<Row> {
  statement: Statement;
  columns: readonly Column<Row>[];
  sentAs: string;
}

/** What such a statement is made of. */
interface Parts<Row> {
  table: string;
  /** Composite type of what is sent of a row: the columns, in their order. */
  sentAs: string;
  columns: readonly Column<Row>[];
  /** Needed where a table has two statements. */
  name?: string;
  /** Columns that have one value for all rows, and their types. */
  same?: Record<string, string>;
  /** What follows: a conflict clause, a returning list. */
  ending?: string;
}

/** Makes such a statement. */
export function multiRowInsert<Row>(parts: Parts<Row>): MultiRowInsert<Row> {
  const { table, sentAs, columns, name = `insert-${table}`, same = {}, ending = '' } = parts;
  const names = [...columns.map((column) => column.name), ...Object.keys(same)].join(', ');
  const values = columns.map((column) => (column.cast ? `${column.name}::${column.cast}` : column.name));
  const ofAll = Object.values(same).map((type, index) => `$${index + 2}::${type}`);
  const text = `insert into ${table} (${names}) select ${[...values, ...ofAll].join(', ')}
    from unnest($1::${sentAs}[]) as sent ${ending}`;
  return { statement: { name, text }, columns, sentAs };
}

/** Inserts many rows with one statement; values of the columns in `same` come in their order. */
export function insertRows<Row, Returned extends object = never>(
  transaction: Knex,
  { statement, columns, sentAs }: MultiRowInsert<Row>,
  rows: readonly Row[],
  same: readonly Binding[] = [],
): Promise<QueryResult<Returned>> {
  const send = (oid: number): Promise<QueryResult<Returned>> =>
    runStatement<Returned>(transaction, statement, [binaryRows(oid, columns, rows), ...same]);
  const oid = knownOid(transaction, sentAs);
  // Sent at once where it can be: what is sent together keeps its order.
  return oid === undefined ? findOid(transaction, sentAs).then(send) : send(oid);
}
