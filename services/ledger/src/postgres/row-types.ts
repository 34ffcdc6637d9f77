import type { Knex } from 'knex';
import type { Client } from 'pg';
import { knownConnection, runStatement, type Statement } from './statement.ts';

const find: Statement = { name: 'find-type', text: 'select $1::regtype::oid::integer as oid' };

/** By connection and name: databases number their types by themselves, and a connection has one database. */
const known = new WeakMap<Client, Map<string, number>>();

/** PostgreSQL's number of a type of the schema, once `findOid` has found it on this transaction's connection. */
export function knownOid(transaction: Knex, type: string): number | undefined {
  const connection = knownConnection(transaction);
  return connection && known.get(connection)?.get(type);
}

/** Asks PostgreSQL for the number of a type. */
export async function findOid(transaction: Knex, type: string): Promise<number> {
  const { rows } = await runStatement<{ oid: number }>(transaction, find, [type]);
  const [row] = rows;
  const connection = knownConnection(transaction);
  if (!row || !connection) throw new Error(`the type ${type} has no number`);
  known.set(connection, (known.get(connection) ?? new Map<string, number>()).set(type, row.oid));
  return row.oid;
}
