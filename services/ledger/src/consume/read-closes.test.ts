import { randomBytes, randomUUID } from 'node:crypto';
import { CloseBatch, Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addStatistics } from '../statistics/add-statistics.ts';
import { openPurses, settle } from '../testing/book.ts';
import { makeClose } from '../testing/close.ts';
import { type LedgerDatabase, makeLedgerDatabase, setTestPrices } from '../testing/ledger-database.ts';
import { readCloses } from './read-closes.ts';

let database: LedgerDatabase;
beforeAll(async () => {
  database = await makeLedgerDatabase();
  await setTestPrices(database.knex);
  await openPurses(database.knex, { 'user:1': null });
});
afterAll(() => database.drop());

test('a session that no index takes as one is parked, and the rest is booked', async () => {
  const of = { run: randomUUID(), path: ['user:1'], inputTokens: 5n };
  const sent = [
    makeClose({ ...of, seq: 1n, ref: randomBytes(4_000).toString('hex') }),
    makeClose({ ...of, seq: 2n, ref: randomUUID() }),
  ];
  const { closes, parked } = readCloses(CloseBatch.encode({ closes: sent }).finish());
  expect((await settle(database.knex, closes)).entries.map(({ id }) => id)).toEqual([sent[1]?.id]);
  expect(parked).toMatchObject([{ id: sent[0]?.id, reason: 'invalid' }]);
});

test('names that no index takes are parked, and the rest is booked and added up', async () => {
  const long = randomBytes(1_500).toString('hex');
  const of = { run: randomUUID(), path: ['user:1'] };
  const sent = [
    makeClose({ ...of, seq: 1n, inputTokens: 5n, model: long }),
    // What used nothing needs no price, and so no group that there is.
    makeClose({ ...of, seq: 2n, usage: Usage.fromPartial({}), group: long }),
    makeClose({ ...of, seq: 3n, inputTokens: 5n, model: 'x'.repeat(200), group: 'default' }),
  ];
  const { closes, parked } = readCloses(CloseBatch.encode({ closes: sent }).finish());
  expect((await settle(database.knex, closes)).entries.map(({ id }) => id)).toEqual([sent[2]?.id]);
  await addStatistics(database.knex);
  expect(parked.map(({ id, reason }) => ({ id, reason }))).toEqual([
    { id: sent[0]?.id, reason: 'invalid' },
    { id: sent[1]?.id, reason: 'invalid' },
  ]);
});
