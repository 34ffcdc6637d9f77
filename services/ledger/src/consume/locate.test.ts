import { randomUUID } from 'node:crypto';
import { billingStream, closesSubject } from '@headgate/proto/subjects';
import { ensureStream } from '@headgate/runtime/nats/stream';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { startTestNatsServer, type TestNatsServer } from '@headgate/runtime/testing/nats-server';
import { connect, headers, type JetStreamManager, type NatsConnection } from 'nats';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { quietLog } from '../testing/consumer.ts';
import { type LedgerDatabase, makeLedgerDatabase } from '../testing/ledger-database.ts';
import { locate } from './locate.ts';

let database: LedgerDatabase;
let nats: TestNatsServer;
let connection: NatsConnection;
let manager: JetStreamManager;

beforeAll(async () => {
  database = await makeLedgerDatabase();
  nats = await startTestNatsServer();
  connection = await connect({ servers: nats.url });
  manager = await connection.jetstreamManager();
}, 60_000);
afterAll(async () => {
  await connection.close();
  await nats.stop();
  await database.drop();
}, 60_000);

/** A stream of five messages, and a cursor that stands at the third of them. */
beforeEach(async () => {
  await manager.streams.delete(billingStream.name).catch(() => undefined);
  const { created } = await ensureStream(manager, billingStream);
  for (let seq = 1; seq <= 5; seq += 1) {
    const ids = headers();
    ids.set('Nats-Msg-Id', `message ${seq}`);
    await connection.jetstream().publish(closesSubject, new Uint8Array(), { headers: ids });
  }
  await rowsOf(database.knex, 'delete from cursor', []);
  await rowsOf(
    database.knex,
    `insert into cursor (stream, stream_created, last_seq, last_msg_id) values (?, ?, 3, 'message 3')`,
    [billingStream.name, created],
  );
});

const find = () => locate({ knex: database.knex, manager, log: quietLog, streamReplicas: 1 });
const setCursor = (change: string) => rowsOf(database.knex, `update cursor set ${change}`, []);

test('a cursor that was made by reading this stream stays', async () => {
  expect(await find()).toMatchObject({ cursor: { lastSeq: 3n }, streamLastSeq: 5n, isReset: false });
});

test('a stream that was never read begins at its first message', async () => {
  await rowsOf(database.knex, 'delete from cursor', []);
  expect(await find()).toMatchObject({ cursor: { lastSeq: 0n }, isReset: false });
});

const misfits: [string, () => Promise<unknown>, bigint][] = [
  ['the stream was made at another time', () => setCursor(`stream_created = '2020-01-01T00:00:00Z'`), 0n],
  ['the stream ends before the cursor', () => setCursor('last_seq = 6'), 0n],
  ['another message is at its place', () => setCursor(`last_msg_id = 'message of ${randomUUID()}'`), 0n],
  ['the message at its place is gone', () => manager.streams.deleteMessage(billingStream.name, 3), 0n],
  [
    'the stream was made anew and has lost its first messages',
    async () => {
      await setCursor(`stream_created = '2020-01-01T00:00:00Z'`);
      await manager.streams.purge(billingStream.name, { seq: 3 });
    },
    2n,
  ],
];

for (const [what, change, lastSeq] of misfits) {
  test(`reading starts at the first message when ${what}`, async () => {
    await change();
    expect(await find()).toMatchObject({ cursor: { lastSeq, lastMessageId: '' }, isReset: true });
    expect(await find(), 'and stays there').toMatchObject({ cursor: { lastSeq }, isReset: false });
  });
}

test('a cursor stays when all that it has read is gone by age', async () => {
  await manager.streams.purge(billingStream.name, { seq: 5 });
  expect(await find()).toMatchObject({ cursor: { lastSeq: 3n }, isReset: false });
});

test('a missing stream is made anew', async () => {
  await manager.streams.delete(billingStream.name);
  expect(await find()).toMatchObject({ cursor: { lastSeq: 0n }, streamLastSeq: 0n, isReset: true });
});
