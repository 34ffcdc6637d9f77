import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '../log.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { waitFor } from '../testing/wait-for.ts';
import { connectPostgres, waitForSchema } from './connect.ts';
import { databaseUrl, preparedDatabaseUrl } from './database-url.ts';
import { type Migration, migrate } from './migrate.ts';
import { readInt8AsBigint } from './types.ts';

let database: TestDatabase;
beforeAll(async () => {
  readInt8AsBigint();
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const steps: Migration[] = [
  { name: '0001', up: async (knex) => knex.schema.createTable('thing', (table) => table.bigInteger('size')) },
  { name: '0002', up: async (knex) => knex.schema.alterTable('thing', (table) => table.text('name')) },
];

const location = (schema: string) => ({ serviceUrl: '', ownerUrl: database.url, schema });

test('two processes that migrate at once take each step once, and a repetition takes none', async () => {
  const urls = await Promise.all([1, 2, 3].map(() => preparedDatabaseUrl(location('bakery'))));
  const taken = await Promise.all(urls.map((url) => migrate(url, 'bakery', steps)));
  expect(taken.flat().sort()).toEqual(['0001', '0002']);
  expect(await migrate(urls[0] ?? '', 'bakery', steps)).toEqual([]);
});

test('steps may take longer than their server lets a transaction stand still', async () => {
  const url = new URL(await preparedDatabaseUrl(location('quarry')));
  const options = `${url.searchParams.get('options')} -c idle_in_transaction_session_timeout=100`;
  url.searchParams.set('options', options);
  const long: Migration[] = [{ name: '0001', up: async (knex) => knex.raw('select pg_sleep(0.5)') }];
  expect(await migrate(url.href, 'quarry', long)).toEqual(['0001']);
});

test('a step that waits for who reads its table keeps nobody else waiting', async () => {
  const url = await preparedDatabaseUrl(location('dock'));
  await migrate(url, 'dock', steps.slice(0, 1));
  const knex = connectPostgres(databaseUrl(location('dock')));
  onTestFinished(() => knex.destroy());
  const reader = await knex.transaction();
  await reader.raw('select from thing');
  const migrating = migrate(url, 'dock', steps);
  const waiting = `select from pg_locks where relation = 'thing'::regclass and not granted`;
  await waitFor(async () => (await knex.raw(waiting)).rows.length > 0, 'the step waits');
  await knex.raw('insert into thing values (1)').timeout(5_000);
  await reader.rollback();
  expect(await migrating).toEqual(['0002']);
});

test('statements that wait for a lock leave the pool to what needs none', async () => {
  const url = await preparedDatabaseUrl(location('smithy'));
  await migrate(url, 'smithy', steps);
  const knex = connectPostgres(url, { maxConnections: 2, lockTimeoutMs: 50 });
  const holder = connectPostgres(url);
  onTestFinished(async () => void (await Promise.all([knex.destroy(), holder.destroy()])));
  const locked = await holder.transaction();
  await locked.raw('lock table thing in access exclusive mode');
  const waiting = [1, 2].map(() => knex.raw('select from thing').catch(({ code }) => code));
  await knex.raw('select 1');
  expect(await Promise.all(waiting)).toEqual(['55P03', '55P03']);
  await locked.rollback();
  await knex.raw('select from thing');
});

test('of a step that cannot be taken it is told which one it is, and nothing is written beside the log', async () => {
  const written = (['log', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name));
  onTestFinished(() => void vi.restoreAllMocks());
  const url = await preparedDatabaseUrl(location('kiln'));
  const wrong: Migration = { name: '0001-clay', up: async (knex) => knex.raw("select 'a-value'::int") };
  const lines: string[] = [];
  const error = await migrate(url, 'kiln', [wrong]).catch((thrown) => thrown);
  createLog('test', 'info', { write: (line) => lines.push(line) }).fatal({ err: error }, 'cannot migrate');
  expect(lines.join()).toContain('The step 0001-clay cannot be taken: ');
  for (const write of written) expect(write).not.toHaveBeenCalled();
});

test('an older version leaves a newer schema as it is', async () => {
  const url = await preparedDatabaseUrl(location('bakery'));
  expect(await migrate(url, 'bakery', steps.slice(0, 1))).toEqual([]);
});

test('a service acts as its own role, in its own schema, and cannot see another', async () => {
  await migrate(await preparedDatabaseUrl(location('mill')), 'mill', steps);
  const knex = connectPostgres(databaseUrl(location('mill')));
  const other = connectPostgres(databaseUrl(location('bakery')));
  try {
    const { rows } = await knex.raw('select current_user as role, current_schema() as schema');
    expect(rows).toEqual([{ role: 'headgate_mill', schema: 'mill' }]);
    await expect(other.raw('select * from mill.thing')).rejects.toThrow('permission denied');
  } finally {
    await Promise.all([knex.destroy(), other.destroy()]);
  }
});

test('whoever may make roles and schemas prepares both, and needs neither right once they are there', async () => {
  const name = `forge_${randomBytes(6).toString('hex')}`;
  const administrator = new Client({ connectionString: database.url });
  await administrator.connect();
  onTestFinished(async () => {
    await administrator.query(`drop schema if exists ${name} cascade`);
    await administrator.query(`drop role if exists headgate_${name}`);
    await administrator.query(`drop owned by ${name}; drop role ${name}`);
    await administrator.end();
  });
  const ownerUrl = new URL(database.url);
  await administrator.query(`create role ${name} login createrole password '${name}'`);
  const databaseName = ownerUrl.pathname.slice(1);
  await administrator.query(`grant create on database ${databaseName} to ${name}`);
  Object.assign(ownerUrl, { username: name, password: name });
  const forge = { serviceUrl: '', ownerUrl: ownerUrl.href, schema: name };
  expect(await migrate(await preparedDatabaseUrl(forge), name, steps.slice(0, 1))).toEqual(['0001']);
  // As in a database that was restored, which belongs to whoever made it.
  await administrator.query(`revoke create on database ${databaseName} from ${name}`);
  await administrator.query(`alter role ${name} nocreaterole`);
  expect(await migrate(await preparedDatabaseUrl(forge), name, steps)).toEqual(['0002']);
});

test('the address of an administrator leads to the schema of the service, unless it names another', () => {
  const optionsOf = (query: string): string | null => {
    const serviceUrl = `postgres://role:word@database:5432/headgate${query}`;
    return new URL(databaseUrl({ serviceUrl, ownerUrl: '', schema: 'mill' })).searchParams.get('options');
  };
  expect(optionsOf('')).toBe('-c search_path=mill');
  expect(optionsOf('?options=-c%20role%3Dheadgate_mill')).toBe('-c role=headgate_mill -c search_path=mill');
  expect(optionsOf('?options=-c%20search_path%3Dbakery')).toBe('-c search_path=bakery');
});

test('a transaction that stands still for too long loses its session, and its locks with it', async () => {
  // Longer than a busy machine takes from one statement to the next.
  const still = connectPostgres(databaseUrl(location('bakery')), { idleInTransactionMs: 1_000 });
  const other = connectPostgres(databaseUrl(location('bakery')));
  const transaction = await still.transaction();
  try {
    await transaction.raw('lock table thing');
    expect((await other.raw('select count(*) from thing')).rows).toHaveLength(1);
  } finally {
    await transaction.rollback().catch(() => undefined);
    await Promise.all([still.destroy(), other.destroy()]);
  }
});

test('int8 arrives as bigint', async () => {
  const knex = connectPostgres(databaseUrl(location('bakery')));
  try {
    await knex('thing').insert({ size: '9007199254740993' });
    expect(await knex('thing').select('size')).toEqual([{ size: 9_007_199_254_740_993n }]);
  } finally {
    await knex.destroy();
  }
});

test.each([
  ['with a value that is there already', 'insert into oven values (?, 1)', ['secret']],
  ['with a row that breaks a rule', 'insert into oven values (?, -1)', ['secret']],
  ['with a value of another type', 'insert into oven values (?, ?::int8)', ['new', 'a "secret" - of mine']],
  ['with a text that is no JSON', "insert into oven values (?::jsonb->>'name', 1)", ['{"name": secret}']],
  ['that is none', 'insert into no_such values (?)', ['secret']],
])('of a statement %s a log has the words, and no value', async (_, statement, values) => {
  const knex = connectPostgres(databaseUrl(location('bakery')));
  const lines: string[] = [];
  const log = createLog('test', 'info', { write: (line) => lines.push(line) });
  try {
    await knex.raw('create temporary table oven (name text primary key, size int8 check (size > 0))');
    await knex.raw('insert into oven values (?, ?)', ['secret', 1]);
    const error = await knex.raw(statement, values).catch((thrown) => thrown);
    log.error({ err: error }, 'rpc failed');
    log.error({ err: new Error('outer', { cause: error }) }, 'rpc failed');
    expect(lines.join()).not.toContain('secret');
    expect(JSON.parse(lines[0] ?? '').err).toMatchObject({ message: expect.stringContaining('insert into') });
  } finally {
    await knex.destroy();
  }
});

test('of a statement that waited too long a log has the words, and no value', async () => {
  const knex = connectPostgres(databaseUrl(location('bakery')), { maxConnections: 1 });
  const lines: string[] = [];
  const log = createLog('test', 'info', { write: (line) => lines.push(line) });
  try {
    const slow = knex.raw('select ?::text, pg_sleep(1)', ['a-value']).timeout(10);
    const error = await slow.then(undefined, (thrown) => thrown);
    expect(error.bindings).toEqual(['a-value']);
    log.error({ err: error }, 'rpc failed');
    expect(lines.join()).not.toContain('a-value');
    expect(JSON.parse(lines[0] ?? '').err).toMatchObject({ sql: 'select $1::text, pg_sleep(1)' });
  } finally {
    await knex.destroy();
  }
});

test('a service waits until its schema has every step', async () => {
  const knex = connectPostgres(await preparedDatabaseUrl(location('late')));
  const log = createLog('test', 'silent');
  try {
    const waiting = waitForSchema(knex, 'late', steps, { log, signal: AbortSignal.timeout(30_000) });
    await migrate(await preparedDatabaseUrl(location('late')), 'late', steps);
    await waiting;
    const cut = waitForSchema(knex, 'never', steps, { log, signal: AbortSignal.timeout(200) });
    await expect(cut).rejects.toThrow();
  } finally {
    await knex.destroy();
  }
});
