import { Notice, VersionsAnnounced } from '@headgate/proto/gen/headgate/events/v1/events';
import { noticeGivenSubject, versionsSubject } from '@headgate/proto/subjects';
import { createLog } from '@headgate/runtime/log';
import { plain } from '@headgate/runtime/security/security';
import { startTestNatsServer, type TestNatsServer } from '@headgate/runtime/testing/nats-server';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { connect } from 'nats';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Announcer, createAnnouncer } from './announce.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let server: TestNatsServer;
let announcer: Announcer | undefined;
let stopping = new AbortController();
beforeAll(async () => {
  server = await startTestNatsServer();
});
afterEach(async () => {
  stopping.abort();
  await announcer?.stop();
  await server.restart();
});
afterAll(() => server.stop());

function createTestAnnouncer(): Announcer {
  stopping = new AbortController();
  announcer = createAnnouncer({
    security: plain,
    url: server.url,
    log: createLog('account', 'silent'),
    stopping: stopping.signal,
    onNotice: () => {
      notices += 1;
    },
    onConnection: () => undefined,
  });
  return announcer;
}

let notices = 0;

/** Everything that is announced from now on. */
async function listen(): Promise<{ heard: VersionsAnnounced[]; stop(): Promise<void> }> {
  const heard: VersionsAnnounced[] = [];
  const connection = await connect({ servers: server.url });
  connection.subscribe(versionsSubject, {
    callback: (_, message) => heard.push(VersionsAnnounced.decode(message.data)),
  });
  await connection.flush();
  return { heard, stop: () => connection.close() };
}

const versions = { keysVersion: 5n, catalogVersion: 7n };

test('what is announced before the broker is there arrives when it is', async () => {
  await server.kill();
  createTestAnnouncer().announce(versions);
  await server.restart();
  const { heard, stop } = await listen();
  await waitFor(() => {
    announcer?.announce(versions);
    return heard.length > 0;
  }, 'an announcement arrives');
  expect(heard[0]).toEqual(versions);
  await stop();
});

test('each announcement arrives once, in order', async () => {
  const { heard, stop } = await listen();
  const one = createTestAnnouncer();
  one.announce(versions);
  await waitFor(() => heard.length === 1, 'the first arrives');
  one.announce({ keysVersion: 6n, catalogVersion: 7n });
  one.announce({ keysVersion: 6n, catalogVersion: 8n });
  await waitFor(() => heard.length === 3, 'the others arrive');
  expect(heard.map(({ keysVersion, catalogVersion }) => [keysVersion, catalogVersion])).toEqual([
    [5n, 7n],
    [6n, 7n],
    [6n, 8n],
  ]);
  await stop();
});

test('after an outage announcements go on by themselves', async () => {
  const one = createTestAnnouncer();
  const before = await listen();
  one.announce(versions);
  await waitFor(() => before.heard.length > 0, 'it is connected');
  await before.stop();
  await server.kill();
  one.announce({ keysVersion: 6n, catalogVersion: 7n });
  await server.restart();
  const after = await listen();
  await waitFor(() => {
    one.announce({ keysVersion: 9n, catalogVersion: 9n });
    return after.heard.length > 0;
  }, 'announcements arrive again');
  expect(after.heard.at(-1)).toEqual({ keysVersion: 9n, catalogVersion: 9n });
  await after.stop();
});

test('a notice of ledger is heard', async () => {
  createTestAnnouncer();
  const connection = await connect({ servers: server.url });
  await waitFor(() => {
    connection.publish(noticeGivenSubject, Notice.encode(Notice.fromPartial({ seq: 1n })).finish());
    return notices > 0;
  }, 'the notice is heard');
  await connection.close();
});
