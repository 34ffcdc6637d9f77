import type { Knex } from 'knex';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { connectPostgres } from './connect.ts';

let database: TestDatabase;
/** Writes whatever it sets for others. */
let owner: Client;
let knex: Knex;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new Client({ connectionString: database.url });
  await owner.connect();
  await owner.query('create table thing (size int)');
});
beforeEach(async () => {
  await setReadOnly(true);
  knex = connectPostgres(database.url, { maxConnections: 1 });
});
afterEach(() => knex.destroy());
afterAll(async () => {
  await owner.end();
  await database.drop();
});

/** What connections are that are made from now on: those that stand stay as they are, as after a failover. */
async function setReadOnly(is: boolean): Promise<void> {
  const name = new URL(database.url).pathname.slice(1);
  await owner.query('set default_transaction_read_only = off');
  await owner.query(`alter database ${name} set default_transaction_read_only = ${is}`);
}

const insert = (connection: Knex): Promise<unknown> => connection.raw('insert into thing values (1)');
const refusal = { code: '25006' };

test('a connection to a server that only reads is left after the first refusal', async () => {
  expect((await knex.raw('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await setReadOnly(false);
  await expect(insert(knex)).rejects.toMatchObject(refusal);
  await insert(knex);
});

test('a transaction on it ends with the refusal first', async () => {
  const work = knex.transaction(async (transaction) => {
    await setReadOnly(false);
    await insert(transaction);
  });
  await expect(work).rejects.toMatchObject(refusal);
  await knex.transaction((transaction) => insert(transaction));
});

test('what is read beside what is refused is read on', async () => {
  const work = knex.transaction(async (transaction) => {
    await expect(transaction.transaction((savepoint) => insert(savepoint))).rejects.toMatchObject(refusal);
    return (await transaction.raw('select 1 as one')).rows;
  });
  expect(await work).toEqual([{ one: 1 }]);
});
