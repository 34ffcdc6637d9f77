import type { Binding } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import type { Client, QueryResult } from 'pg';
import { isAfterFailure } from './transaction.ts';

/** A statement that each connection prepares once: PostgreSQL reads and plans it once, and so does the query builder. */
export interface Statement {
  /** Unique in this service. */
  name: string;
  /** With $1 and on for its parameters. */
  text: string;
}

/** Asked for once in a transaction, so that what is sent next goes out before anything else is done. */
const connections = new WeakMap<Knex, Client>();

/**
 * Runs a prepared statement in a transaction. Several may be sent before the first is answered (`together`): they are run
 * in that order, and after one that failed all fail.
 */
export async function runStatement<Row extends object>(
  transaction: Knex,
  { name, text }: Statement,
  values: Binding[],
): Promise<QueryResult<Row>> {
  if (!transaction.isTransaction) throw new Error(`${name} needs a transaction`);
  const connection = connections.get(transaction) ?? (await connectionOf(transaction));
  // Past the query builder, which copies and searches what it is given several times over.
  return connection.query<Row>({ name, text, values });
}

/** The connection of a transaction; undefined before its first statement. */
export function knownConnection(transaction: Knex): Client | undefined {
  return connections.get(transaction);
}

async function connectionOf(transaction: Knex): Promise<Client> {
  const connection: Client = await transaction.client.acquireConnection();
  connections.set(transaction, connection);
  return connection;
}

/**
 * Waits for all, since a transaction must not end while statements are under way, and then fails as the first of them did that
 * did not only hear that the transaction had failed: what was sent later may stand before the cause.
 */
export async function together<const Work extends readonly Promise<unknown>[]>(
  work: Work,
): Promise<{ -readonly [Index in keyof Work]: Awaited<Work[Index]> }> {
  const ends = await Promise.allSettled(work);
  const cause = ends.find((end) => end.status === 'rejected' && !isAfterFailure(end.reason));
  if (cause?.status === 'rejected') throw cause.reason;
  return Promise.all(work);
}
