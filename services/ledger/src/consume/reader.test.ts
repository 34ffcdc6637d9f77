import { billingStream } from '@headgate/proto/subjects';
import { startTestNatsServer, type TestNatsServer } from '@headgate/runtime/testing/nats-server';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { connect, type JetStreamManager, type NatsConnection } from 'nats';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeClose } from '../testing/close.ts';
import { startPublisher, type TestPublisher } from '../testing/publisher.ts';
import { openReader, type Reader, type Received } from './reader.ts';

let nats: TestNatsServer;
let connection: NatsConnection;
let manager: JetStreamManager;
let publisher: TestPublisher;

beforeAll(async () => {
  nats = await startTestNatsServer();
  connection = await connect({ servers: nats.url });
  manager = await connection.jetstreamManager();
  publisher = await startPublisher(nats.url);
}, 60_000);
afterAll(async () => {
  await publisher.stop();
  await connection.close();
  await nats.stop();
}, 60_000);
beforeEach(async () => {
  await manager.streams.delete(billingStream.name).catch(() => undefined);
});

const run = '0197a1a0-0000-7000-8000-000000000001';
const publish = (closes: number): Promise<void> =>
  publisher.publish(Array.from({ length: closes }, () => makeClose({ run, seq: 1n, path: ['user:r'] })));
const open = (fromSeq: number): Promise<Reader> =>
  openReader(manager, connection.jetstream(), { stream: billingStream.name, fromSeq });

/** Takes until so many messages came. */
async function takeAll(reader: Reader, count: number, maxCloses = 1_000): Promise<Received[][]> {
  const takes: Received[][] = [];
  await waitFor(async () => {
    const taken = await reader.take(1_000, maxCloses);
    if (taken.length > 0) takes.push(taken);
    return takes.flat().length >= count;
  }, `${count} messages`);
  return takes;
}

test('messages come in order from the asked one on, with their ids', async () => {
  for (let count = 0; count < 5; count += 1) await publish(1);
  const reader = await open(3);
  const received = (await takeAll(reader, 3)).flat();
  expect(received.map(({ seq }) => seq)).toEqual([3, 4, 5]);
  expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(3);
  expect(reader.doubt()).toBeUndefined();
  reader.close();
});

test('messages gather, but not when the reader fills up or turns doubtful', async () => {
  await publish(1);
  const reader = await open(1);
  const resting = reader.rest(600_000);
  for (let count = 1; count < 128; count += 1) await publish(1);
  await resting;
  expect((await reader.take(0, 1_000)).length).toBeGreaterThanOrEqual(128);
  expect(reader.isEmpty()).toBe(true);
  const other = reader.rest(600_000);
  reader.doubtBecause('the test says so');
  await other;
  await reader.rest(600_000);
  reader.close();
});

test('a take ends before it holds too many closes, but never holds none', async () => {
  for (const closes of [4, 4, 4, 30, 4]) await publish(closes);
  const reader = await open(1);
  // Wait until all have been read ahead, so that a take is limited by its size alone.
  await waitFor(
    async () => (await manager.consumers.list(billingStream.name).next())[0]?.num_pending === 0,
    'all sent',
  );
  await new Promise((resolve) => setImmediate(resolve));
  const takes = await takeAll(reader, 5, 10);
  for (const taken of takes) {
    const closes = taken.reduce((sum, { batch }) => sum + batch.closes.length, 0);
    expect(taken.length === 1 || closes <= 10).toBe(true);
  }
  expect(takes.flat().map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
  reader.close();
});

test('a take without messages ends after its time', async () => {
  await publish(1);
  const reader = await open(2);
  expect(await reader.take(20, 1_000)).toEqual([]);
  reader.close();
});

test('a backlog longer than what may wait is read whole', async () => {
  for (let count = 0; count < 700; count += 1) await publish(1);
  const reader = await open(1);
  const takes = await takeAll(reader, 700, 50);
  expect(takes.flat().map(({ seq }) => seq)).toEqual(Array.from({ length: 700 }, (_, index) => index + 1));
  reader.close();
}, 60_000);

test('a message that went elsewhere makes the reader doubtful', async () => {
  await publish(1);
  const reader = await open(2);
  const [info] = await manager.consumers.list(billingStream.name).next();
  if (!info) throw new Error('the reader has no consumer');
  const thief = connection.jetstream().consumers.getPullConsumerFor(info);
  const stolen = thief.next({ expires: 5_000 });
  await waitFor(async () => {
    await publish(1);
    return reader.doubt();
  }, 'the gap is noticed');
  expect(reader.doubt()).toBe('a message is missing');
  expect(await stolen).not.toBeNull();
  reader.close();
}, 60_000);

test('a deleted consumer makes the reader doubtful', async () => {
  await publish(1);
  const reader = await open(1);
  const [info] = await manager.consumers.list(billingStream.name).next();
  if (!info) throw new Error('the reader has no consumer');
  await manager.consumers.delete(billingStream.name, info.name);
  await waitFor(() => reader.doubt(), 'the loss is noticed');
  reader.close();
}, 60_000);
