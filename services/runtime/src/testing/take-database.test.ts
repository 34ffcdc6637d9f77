import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { takeTestDatabase } from './database.ts';

const template = {
  name: `template_test_${randomUUID()}`,
  prepare: (url: string) =>
    query(
      url,
      `create table word (id bigint generated always as identity primary key, said bytea);
       create table tag (word bigint references word, at timestamptz default now());
       create table mark (id bigserial, word bigint references word);
       insert into word (said) values ('\\x00ff'), (null)`,
    ),
};
const taken = new Set<string>();
afterAll(async () => {
  const { HEADGATE_TEST_DATABASE_URL: server = '' } = process.env;
  for (const url of taken) await query(server, `drop database if exists ${new URL(url).pathname.slice(1)}`);
  await query(server, `drop database "${template.name}"`);
});

async function query(url: string, statement: string): Promise<void> {
  await ask(url, statement);
}

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

async function take() {
  const database = await takeTestDatabase(template);
  taken.add(database.url);
  return database;
}

/** Uses a copy and gives it back; says whether it is the next that is taken. */
async function isRenewedAfter(...statements: string[]): Promise<boolean> {
  const before = await take();
  for (const statement of statements) await query(before.url, statement);
  await before.drop();
  const after = await take();
  expect(await ask(after.url, 'select id::int, said from word order by id')).toEqual([
    { id: 1, said: Buffer.from([0, 255]) },
    { id: 2, said: null },
  ]);
  expect(await ask(after.url, 'select * from tag, mark')).toEqual([]);
  expect(await ask(after.url, "insert into word (said) values ('a') returning id::int")).toEqual([{ id: 3 }]);
  expect(await ask(after.url, 'insert into mark default values returning id::int')).toEqual([{ id: 1 }]);
  await after.drop();
  return after.url === before.url;
}

test.each([
  ['nothing', []],
  ['rows', ['insert into tag (word) values (1)', 'insert into mark (word) values (2)']],
  ['rows that were rolled back', ['begin; insert into mark (word) values (2); rollback']],
  ['rows that were there from the beginning', ["update word set said = 'other' where id = 1"]],
  ['all rows, and what refers to them', ['insert into tag (word) values (2)', 'truncate word cascade']],
])('what has changed %s is brought back', async (_what, statements) => {
  expect(await isRenewedAfter(...statements)).toBe(true);
});

test.each([
  ['another table', 'create table more (id int)'],
  ['a table less', 'drop table tag'],
  ['another column', 'alter table tag add column more int'],
  ['a rule of a column', 'alter table tag alter column at set not null'],
  ['no foreign key', 'alter table tag drop constraint tag_word_fkey'],
  ['rights', 'grant select on tag to public'],
  ['a rule', 'create rule kept as on delete to tag do instead nothing'],
  ['row security', 'alter table tag enable row level security'],
  ['a function', 'create function one() returns int language sql return 1'],
  ['an index', 'create index on tag (at)'],
  [
    'a setting',
    "do $$ begin execute format('alter database %I set work_mem = ''1MB''', current_database()); end $$",
  ],
])('a copy with %s is dropped', async (_what, statement) => {
  expect(await isRenewedAfter(statement)).toBe(false);
});

test('whoever is still connected to a copy is so no more', async () => {
  const database = await take();
  const late = new Client({ connectionString: database.url });
  const errors: Error[] = [];
  late.on('error', (error) => errors.push(error));
  await late.connect();
  const ended = new Promise((resolve) => late.once('end', resolve));
  await database.drop();
  await ended;
  expect(errors[0]?.message).toContain('terminating connection');
});
