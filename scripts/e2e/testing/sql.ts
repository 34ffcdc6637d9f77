import { Client, types } from 'pg';

/** Queries as the database's owner over one connection, which is made anew when the server was away. */
export interface Sql {
  /** int8 comes as bigint. */
  query(statement: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  end(): Promise<void>;
}

const int8 = 20;

export function createSql(url: string): Sql {
  let connecting: Promise<Client> | undefined;

  async function connect(): Promise<Client> {
    const client = new Client({
      connectionString: url,
      types: { getTypeParser: (oid, format) => (oid === int8 ? BigInt : types.getTypeParser(oid, format)) },
    });
    // A server that is killed ends the connection: the next query makes another.
    client.on('error', () => undefined).on('end', () => (connecting = undefined));
    try {
      await client.connect();
    } catch (error) {
      connecting = undefined;
      throw error;
    }
    return client;
  }

  return {
    async query(statement, values = []) {
      connecting ??= connect();
      return (await (await connecting).query(statement, values)).rows;
    },
    async end() {
      await (await connecting?.catch(() => undefined))?.end();
    },
  };
}
