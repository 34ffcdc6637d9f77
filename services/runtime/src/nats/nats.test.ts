import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { startTestNatsServer, type TestNatsServer } from '../testing/nats-server.ts';
import { waitFor } from '../testing/wait-for.ts';
import { connectNats } from './connect.ts';
import { disconnectNats } from './disconnect.ts';
import { ensureStream } from './stream.ts';

let server: TestNatsServer;
beforeAll(async () => {
  server = await startTestNatsServer();
});
afterAll(() => server.stop());

const log = createLog('test', 'silent');
const stream = {
  name: 'LOAVES',
  subjects: ['loaves.>'],
  maxAgeMs: 60_000,
  maxBytes: 1024 * 1024,
  replicas: 1,
};

test('a connection outlives its server and tells when it is away and back', async () => {
  const seen: string[] = [];
  const connection = await connectNats({
    url: server.url,
    name: 'test',
    log,
    onConnect: () => seen.push('there'),
    onDisconnect: () => seen.push('away'),
  });
  await waitFor(() => seen.length === 1, 'the first connection is told');
  await server.kill();
  await waitFor(() => seen.includes('away'), 'the loss is told');
  await server.restart();
  await waitFor(() => seen.length === 3, 'the return is told');
  expect(seen).toEqual(['there', 'away', 'there']);
  await connection.close();
}, 60_000);

test('a connection may be asked for before there is a server', async () => {
  await server.kill();
  const pending = connectNats({ url: server.url, name: 'test', log });
  await server.restart();
  const connection = await pending;
  expect(connection.isClosed()).toBe(false);
  await connection.close();
}, 60_000);

test('a connection ends although its server is away, and with what it has yet to send when it is there', async () => {
  await server.restart();
  const [speaker, listener] = await Promise.all(
    ['speaker', 'listener'].map((name) => connectNats({ url: server.url, name, log })),
  );
  let heard = 0;
  listener?.subscribe('crumbs', { callback: () => (heard += 1) });
  await listener?.flush();
  speaker?.publish('crumbs');
  if (speaker) await disconnectNats(speaker);
  await waitFor(() => heard === 1, 'the last word has left');
  await server.kill();
  if (listener) await disconnectNats(listener);
  expect([speaker, listener].map((connection) => connection?.isClosed())).toEqual([true, true]);
  await server.restart();
}, 60_000);

test('a missing stream is made, by many at once, and refuses what is too much instead of forgetting', async () => {
  const connection = await connectNats({ url: server.url, name: 'test', log });
  const manager = await connection.jetstreamManager();
  const made = await Promise.all([1, 2, 3].map(() => ensureStream(manager, stream)));
  expect(new Set(made.map(({ created }) => created)).size).toBe(1);
  const jetstream = connection.jetstream();
  const large = new Uint8Array(400_000);
  await jetstream.publish('loaves.rye', large);
  await jetstream.publish('loaves.rye', large);
  await expect(jetstream.publish('loaves.rye', large)).rejects.toThrow();
  expect((await ensureStream(manager, stream)).state.messages).toBe(2);
  await connection.close();
});
