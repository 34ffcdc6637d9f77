import { randomUUID } from 'node:crypto';
import { Client, escapeIdentifier } from 'pg';
import type { DatabaseTemplate } from './database-template.ts';
import { type Pristine, readPristine, renew } from './renew-database.ts';

/** A fresh database on the server of HEADGATE_TEST_DATABASE_URL: empty, or a copy of a template. */
export interface TestDatabase {
  /** URL of a user who owns the database. */
  url: string;
  drop(): Promise<void>;
}

export async function createTestDatabase(template?: DatabaseTemplate): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await on(serverUrl(), async (server) => {
    const original = template && (await findOrMake(server, template));
    const source = original === undefined ? '' : ` template ${escapeIdentifier(original)}`;
    await server.query(`create database ${name}${source}`);
  });
  const url = urlOf(name);
  return { url, drop: () => dropDatabase(url) };
}

async function dropDatabase(url: string): Promise<void> {
  const name = escapeIdentifier(new URL(url).pathname.slice(1));
  await on(serverUrl(), (server) => server.query(`drop database if exists ${name} with (force)`));
}

/** Copies of a template that tests of this process have done with, and what each of them holds again. */
interface Used {
  pristine: Pristine;
  urls: string[];
}

const usedCopies = new Map<string, Used>();

/** A copy of a template as good as a fresh one, which tests of this process may have used before. */
export async function takeTestDatabase(template: DatabaseTemplate): Promise<TestDatabase> {
  const used = usedCopies.get(template.name);
  const url = used?.urls.pop();
  if (used && url !== undefined) return giveBackTo(used, url);
  const { url: fresh } = await createTestDatabase(template);
  const kept = usedCopies.get(template.name) ?? { pristine: await on(fresh, readPristine), urls: [] };
  usedCopies.set(template.name, kept);
  return giveBackTo(kept, fresh);
}

function giveBackTo({ pristine, urls }: Used, url: string): TestDatabase {
  return {
    url,
    async drop() {
      const isRenewed = await on(url, (database) => renew(database, pristine));
      if (isRenewed) urls.push(url);
      else await dropDatabase(url);
    },
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

async function on<T>(url: string, run: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}
