import { randomUUID } from 'node:crypto';
import type { Close } from '@headgate/proto/gen/headgate/events/v1/events';
import { billingStream } from '@headgate/proto/subjects';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { startTestNatsServer, type TestNatsServer } from '@headgate/runtime/testing/nats-server';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readCursor } from '../book/cursor.ts';
import { findHolds } from '../book/holds/hold.ts';
import { takeHold } from '../book/holds/take-hold.ts';
import { draw } from '../book/slices/draw.ts';
import { findContradictions, openPurses, purseState } from '../testing/book.ts';
import { makeClose, makeHoldClose } from '../testing/close.ts';
import { startConsumer, type TestConsumer } from '../testing/consumer.ts';
import { type LedgerDatabase, makeLedgerDatabase, setTestPrices } from '../testing/ledger-database.ts';
import { startPublisher, type TestPublisher } from '../testing/publisher.ts';

let database: LedgerDatabase;
let nats: TestNatsServer;
let publisher: TestPublisher;
const running: TestConsumer[] = [];
const path = ['key:c', 'user:c'];
const granted = 10_000_000n;

beforeEach(async () => {
  database = await makeLedgerDatabase();
  await setTestPrices(database.knex);
  await openPurses(database.knex, { 'user:c': granted, 'key:c': null });
  nats = await startTestNatsServer();
  publisher = await startPublisher(nats.url);
}, 60_000);

afterEach(async () => {
  for (const consumer of running.splice(0)) await consumer.stop();
  await publisher.stop();
  await nats.stop();
  await database.drop();
}, 60_000);

async function consumer(knex = database.knex): Promise<TestConsumer> {
  const started = await startConsumer(knex, nats.url);
  running.push(started);
  return started;
}

/** Batches of closes, however many closes each has. */
async function batches(): Promise<number> {
  const [row] = await rowsOf<{ count: bigint }>(
    database.knex,
    `select count(*) as count from entry_batch where chain = 'closes'`,
    [],
  );
  return Number(row?.count ?? 0n);
}

async function startRun(units: bigint): Promise<string> {
  const run = randomUUID();
  await draw(database.knex, { run, path, drawNo: 1n, need: units, want: units }, { toleranceMs: 900_000 });
  return run;
}

const someCloses = (run: string, from: number, to: number): Close[] =>
  Array.from({ length: to - from + 1 }, (_, index) =>
    makeClose({ run, seq: BigInt(from + index), path, inputTokens: 10n }),
  );

async function entries(): Promise<number> {
  const [row] = await rowsOf<{ count: bigint }>(
    database.knex,
    `select count(*) as count from entry where kind = 'settle'`,
    [],
  );
  return Number(row?.count ?? 0n);
}

const entriesAre = (count: number, what: string): Promise<unknown> =>
  waitFor(async () => (await entries()) >= count, what);

async function expectBooked(count: number): Promise<void> {
  expect(await entries()).toBe(count);
  expect(await purseState(database.knex, 'user:c')).toMatchObject({ used: BigInt(count) * 10n });
  expect(await findContradictions(database.knex)).toEqual([]);
}

test('closes that come a few at a time are booked together', async () => {
  const run = await startRun(10_000n);
  const periods = { streamCheckMs: 600_000, settleEveryMs: 600_000, followMs: 100, takeOverMs: 300 };
  running.push(await startConsumer(database.knex, nats.url, { periods }));
  await publisher.publish(someCloses(run, 1, 1));
  await entriesAre(1, 'the first close is booked');
  for (let seq = 2; seq <= 129; seq += 1) await publisher.publish(someCloses(run, seq, seq));
  await entriesAre(129, 'the others are booked');
  expect(await batches()).toBe(2);
  await expectBooked(129);
});

test('closes are booked as they come, and the cursor stands at the last of them', async () => {
  const run = await startRun(10_000n);
  await consumer();
  for (let seq = 1; seq <= 60; seq += 20) await publisher.publish(someCloses(run, seq, seq + 19));
  await entriesAre(60, 'all closes are booked');
  await expectBooked(60);
  expect(await readCursor(database.knex, billingStream.name)).toMatchObject({ lastSeq: 3n });
}, 60_000);

test('what was published while no ledger ran is booked by the next one', async () => {
  const run = await startRun(10_000n);
  await publisher.publish(someCloses(run, 1, 20));
  const first = await consumer();
  await entriesAre(20, 'the first ledger books');
  await first.stop();
  await publisher.publish(someCloses(run, 21, 40));
  // Killed between its commit and the next read: all that is left of it is the cursor.
  await consumer();
  await entriesAre(40, 'the second ledger goes on from the cursor');
  await expectBooked(40);
}, 60_000);

test('a poison close and an undecodable message are parked, and the rest of the thousand is booked', async () => {
  const run = await startRun(100_000n);
  const closes = someCloses(run, 1, 1_000);
  const [notUuid, nul, negative, refused] = [closes[100], closes[300], closes[500], closes[700]];
  if (!notUuid || !nul || !negative || !refused) throw new Error('closes are missing');
  notUuid.id = 'not-a-uuid';
  nul.model = 'a\0b';
  negative.consumed = -1n;
  // Reading finds no fault with it, but the column cannot take it.
  refused.reserved = 0n;
  refused.usage = { ...emptyUsage, inputFresh: 9_223_372_036_854_775_807n };
  const started = await consumer();
  await publisher.publishBytes(new Uint8Array([0xff, 0xff, 0xff]));
  await publisher.publish(closes);
  await entriesAre(996, 'the sound closes are booked');
  await expectBooked(996);
  const parked = await rowsOf<{ id: string | null; reason: string }>(
    database.knex,
    'select id, reason from parked order by seq',
    [],
  );
  expect(parked.map(({ reason }) => reason).sort()).toEqual([
    'invalid',
    'invalid',
    'invalid',
    'refused_by_database',
    'undecodable',
  ]);
  const reasons = (await started.metrics.parked.get()).values.map(({ value }) => value);
  expect(reasons.reduce((sum, value) => sum + value, 0)).toBe(5);
  const [row] = await rowsOf(database.knex, 'select applied_seq from run where id = ?', [run]);
  expect(row).toEqual({ applied_seq: 1_000n });
}, 60_000);

const emptyUsage = {
  inputFresh: 0n,
  inputCacheRead: 0n,
  inputCacheWrite: 0n,
  outputVisible: 0n,
  outputReasoning: 0n,
  inputAudio: 0n,
  inputImage: 0n,
  outputAudio: 0n,
  calls: 0n,
  inputCacheWrite1h: 0n,
  metered: [],
};

test('NATS away and back: nothing is missed', async () => {
  const run = await startRun(10_000n);
  await consumer();
  await publisher.publish(someCloses(run, 1, 20));
  await entriesAre(20, 'booked before');
  await nats.restart();
  await publisher.publish(someCloses(run, 21, 40));
  await entriesAre(40, 'booked after');
  await expectBooked(40);
}, 60_000);

test('NATS wiped after acknowledgements: what is sent again is completed, and nothing is doubled', async () => {
  const run = await startRun(10_000n);
  await consumer();
  const closes = someCloses(run, 1, 60);
  await publisher.publish(closes.slice(0, 30));
  await entriesAre(30, 'booked before');
  // Acknowledged by the stream, and gone with it.
  await nats.kill();
  await nats.restart({ wiped: true });
  await publisher.publish(closes.slice(10, 50));
  await entriesAre(50, 'booked from the new stream');
  await publisher.publish(closes.slice(40, 60));
  await entriesAre(60, 'the reader stays with the new stream');
  await expectBooked(60);
}, 60_000);

test('a wiped stream that grew beyond the cursor is read from its first message', async () => {
  const run = await startRun(10_000n);
  const first = await consumer();
  const closes = someCloses(run, 1, 60);
  await publisher.publish(closes.slice(0, 10));
  await entriesAre(10, 'booked before');
  await first.stop();
  await nats.restart({ wiped: true });
  for (let from = 0; from < 60; from += 10) await publisher.publish(closes.slice(from, from + 10));
  await consumer();
  await entriesAre(60, 'booked from the first message');
  await expectBooked(60);
}, 60_000);

test('an older copy of the stream is noticed by the id of the last message', async () => {
  const run = await startRun(10_000n);
  const closes = someCloses(run, 1, 60);
  const first = await consumer();
  await publisher.publish(closes.slice(0, 10));
  await entriesAre(10, 'booked before the copy');
  // The same stream by its creation time, but its second message is another one.
  await rowsOf(database.knex, `update cursor set last_seq = 2, last_msg_id = 'of another history'`, []);
  await publisher.publish(closes.slice(10, 30));
  await publisher.publish(closes.slice(30, 60));
  await entriesAre(60, 'booked from the first message');
  await first.stop();
  await expectBooked(60);
}, 60_000);

test('two ledgers on one stream book everything once, and each takes over from the other', async () => {
  const run = await startRun(10_000n);
  const one = await consumer();
  const two = await consumer(database.connect());
  const closes = someCloses(run, 1, 300);
  for (let from = 0; from < 150; from += 10) await publisher.publish(closes.slice(from, from + 10));
  await entriesAre(150, 'both together');
  await one.stop();
  for (let from = 150; from < 200; from += 10) await publisher.publish(closes.slice(from, from + 10));
  await entriesAre(200, 'the second alone');
  const three = await consumer();
  for (let from = 200; from < 250; from += 10) await publisher.publish(closes.slice(from, from + 10));
  await entriesAre(250, 'second and third');
  await two.stop();
  for (let from = 250; from < 300; from += 10) await publisher.publish(closes.slice(from, from + 10));
  await entriesAre(300, 'the third alone');
  await three.stop();
  await expectBooked(300);
}, 60_000);

test('a database that lost its last second is filled again from the stream', async () => {
  const run = await startRun(10_000n);
  await consumer();
  await publisher.publish(someCloses(run, 1, 20));
  await entriesAre(20, 'booked before');
  const before = await rowsOf<{ last_seq: bigint; last_msg_id: string }>(
    database.knex,
    'select last_seq, last_msg_id from cursor',
    [],
  );
  const booked = someCloses(run, 21, 40);
  await publisher.publish(booked);
  await entriesAre(40, 'booked after');
  // What a failover to a replica that was behind leaves of the second batch: nothing, in any table.
  const ids = booked.map(({ id }) => id);
  await database.knex.transaction(async (transaction) => {
    await rowsOf(
      transaction,
      'delete from entry_batch where batch_no in (select batch_no from entry where id = any (?::uuid[]))',
      [ids],
    );
    await rowsOf(
      transaction,
      `update chain set link_no = last.link_no, hash = last.hash
       from (select link_no, hash from entry_batch where chain = 'closes' order by link_no desc limit 1) as last
       where name = 'closes'`,
      [],
    );
    await rowsOf(transaction, 'delete from entry where id = any (?::uuid[])', [ids]);
    await rowsOf(transaction, 'delete from usage where id = any (?::uuid[])', [ids]);
    await rowsOf(transaction, 'update purse set used = used - 200, held = held + 200', []);
    await rowsOf(transaction, 'update slice set consumed = consumed - 200', []);
    await rowsOf(transaction, 'update run set applied_seq = 20', []);
    const { last_seq, last_msg_id } = before[0] ?? { last_seq: 0n, last_msg_id: '' };
    await rowsOf(transaction, 'update cursor set last_seq = ?, last_msg_id = ?', [last_seq, last_msg_id]);
  });
  await entriesAre(40, 'booked again');
  await expectBooked(40);
}, 60_000);

test('money 26: a hold stays open until its close is booked, whatever a wiped broker acknowledged', async () => {
  const holdId = randomUUID();
  await takeHold(database.knex, { id: holdId, path, amount: 100n, ref: 'task' });
  const state = async () => (await findHolds(database.knex, [holdId]))[0]?.state;
  const close = makeHoldClose({ holdId, path, inputTokens: 10n });
  await publisher.publish([close]);
  await nats.restart({ wiped: true });
  await consumer();
  const [other] = someCloses(await startRun(100n), 1, 1);
  await publisher.publish(other ? [other] : []);
  await entriesAre(1, 'what came after the wipe is booked');
  expect(await state()).toBe('held');
  // The outbox asks, finds it open and sends again.
  await publisher.publish([close]);
  await entriesAre(2, 'the close is booked');
  expect(await state()).toBe('closed');
  await expectBooked(2);
});
