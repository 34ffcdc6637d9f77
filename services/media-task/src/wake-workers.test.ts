import { createLog } from '@headgate/runtime/log';
import { connectNats } from '@headgate/runtime/nats/connect';
import { startTestNatsServer, type TestNatsServer } from '@headgate/runtime/testing/nats-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWake } from './wake-workers.ts';

const log = createLog('media-api', 'silent');
let server: TestNatsServer;
beforeAll(async () => {
  server = await startTestNatsServer();
});
afterAll(() => server.stop());

test('a connection that is closed for good fails nobody who would wake a worker', async () => {
  const nats = await connectNats({ url: server.url, name: 'media-api', log });
  const wake = createWake(nats, log);
  await nats.close();
  expect(() => nats.publish('anything')).toThrow();
  expect(wake).not.toThrow();
});
