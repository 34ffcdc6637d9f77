import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Knex } from 'knex';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { connectPostgres } from './connect.ts';
import { allowSilence } from './silence.ts';

let database: TestDatabase;
/** Between the pool and the server. Of connections that it has frozen nothing comes and nothing ends, as of a machine that is gone. */
const sockets = new Set<Socket>();
let frozen = new WeakSet<Socket>();
const between = createServer((client) => {
  const { hostname, port } = new URL(database.url);
  const server = connect(Number(port), hostname);
  for (const [from, to] of [
    [client, server],
    [server, client],
  ] as const) {
    sockets.add(from);
    from.on('data', (bytes) => void (frozen.has(from) || to.write(bytes)));
    from.on('error', () => undefined);
    from.on('close', () => void (frozen.has(from) || to.destroy()));
  }
});
let knex: Knex;
beforeAll(async () => {
  database = await createTestDatabase();
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  const url = new URL(database.url);
  url.hostname = '127.0.0.1';
  url.port = String((between.address() as AddressInfo).port);
  knex = connectPostgres(url.href, { maxConnections: 1, silenceMs: 500 });
});
afterEach(() => knex.destroy());
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  between.close();
  await database.drop();
});

function freeze(): void {
  frozen = new WeakSet(sockets);
}

const answer = async (): Promise<unknown> => (await knex.raw('select 1 as one')).rows;

test('a server that is gone without a word is given up, and the next one is asked', async () => {
  await answer();
  freeze();
  await expect(answer()).rejects.toThrow('PostgreSQL has said nothing for 500 ms');
  expect(await answer()).toEqual([{ one: 1 }]);
});

test('a transaction under way ends with it', async () => {
  const work = knex.transaction(async (transaction) => {
    await transaction.raw('select 1');
    freeze();
    await transaction.raw('select 2');
  });
  await expect(work).rejects.toThrow('connection error');
  expect(await answer()).toEqual([{ one: 1 }]);
});

test('what is allowed to take longer does, and nothing after it', async () => {
  const sleep = 'select pg_sleep(0.8)';
  await knex.transaction(async (transaction) => {
    await allowSilence(transaction, () => transaction.raw(sleep).then(() => undefined));
    await transaction.raw('select 1');
  });
  await expect(knex.transaction((transaction) => transaction.raw(sleep))).rejects.toThrow('connection error');
});
