import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

/** A fresh, empty database on the server of HEADGATE_TEST_DATABASE_URL. */
export interface TestDatabase {
  /** URL of a user who owns the database. */
  url: string;
  drop(): Promise<void>;
}

export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env.HEADGATE_TEST_DATABASE_URL;
  if (!serverUrl) throw new Error('HEADGATE_TEST_DATABASE_URL is missing: run the tests with `npm test`');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => onServer(serverUrl, `drop database if exists ${name} with (force)`),
  };
}

async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
