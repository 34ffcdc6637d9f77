import { randomUUID } from 'node:crypto';
import { Client, escapeIdentifier } from 'pg';
import type { DatabaseTemplate } from './database-template.ts';

/** A fresh database on the server of HEADGATE_TEST_DATABASE_URL: empty, or a copy of a template. */
export interface TestDatabase {
  /** URL of a user who owns the database. */
  url: string;
  drop(): Promise<void>;
}

export async function createTestDatabase(template?: DatabaseTemplate): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(async (server) => {
    const original = template && (await findOrMake(server, template));
    const source = original === undefined ? '' : ` template ${escapeIdentifier(original)}`;
    await server.query(`create database ${name}${source}`);
  });
  return {
    url: urlOf(name),
    drop: () =>
      onServer(async (server) => void (await server.query(`drop database if exists ${name} with (force)`))),
  };
}

/** The name of the template's database. Whoever comes first makes it, while all others wait. */
async function findOrMake(server: Client, { name, prepare }: DatabaseTemplate): Promise<string> {
  await server.query('select pg_advisory_lock(hashtext($1))', [name]);
  const { rowCount } = await server.query('select 1 from pg_database where datname = $1', [name]);
  if (rowCount === 0) {
    const unfinished = escapeIdentifier(`${name}_unfinished`);
    await server.query(`drop database if exists ${unfinished} with (force)`);
    await server.query(`create database ${unfinished}`);
    await prepare(urlOf(`${name}_unfinished`));
    await server.query(`alter database ${unfinished} rename to ${escapeIdentifier(name)}`);
  }
  await server.query('select pg_advisory_unlock(hashtext($1))', [name]);
  return name;
}

function serverUrl(): string {
  const { HEADGATE_TEST_DATABASE_URL: url } = process.env;
  if (!url) throw new Error('HEADGATE_TEST_DATABASE_URL is missing: run the tests with `npm test`');
  return url;
}

function urlOf(name: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(run: (server: Client) => Promise<void>): Promise<void> {
  const server = new Client({ connectionString: serverUrl() });
  await server.connect();
  try {
    await run(server);
  } finally {
    await server.end();
  }
}
