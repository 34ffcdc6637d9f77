import { StatusAnnounced } from '@headgate/proto/gen/headgate/events/v1/events';
import { Events, type NatsConnection } from 'nats';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createLog } from '../log.ts';
import { startTestNatsServer, type TestNatsServer } from '../testing/nats-server.ts';
import { waitFor } from '../testing/wait-for.ts';
import { connectNats } from './connect.ts';
import { subscribe } from './subscribe.ts';

let server: TestNatsServer;
beforeAll(async () => {
  server = await startTestNatsServer();
});
afterAll(() => server.stop());

const log = createLog('test', 'silent');

async function connect(): Promise<NatsConnection> {
  const nats = await connectNats({ url: server.url, name: 'test', log });
  onTestFinished(() => nats.close());
  return nats;
}

/** Every loss of the connection from now on. */
function countLosses(nats: NatsConnection): { count: number } {
  const losses = { count: 0 };
  void (async () => {
    for await (const { type } of nats.status()) if (type === Events.Disconnect) losses.count += 1;
  })();
  return losses;
}

function bytesOf(instance: string): Uint8Array {
  return StatusAnnounced.encode(StatusAnnounced.fromPartial({ instance })).finish();
}

test('a message that cannot be read is passed over, and the connection stays', async () => {
  const nats = await connect();
  const losses = countLosses(nats);
  const heard: string[] = [];
  subscribe({ nats, log }, 'ovens', StatusAnnounced, ({ instance }) => heard.push(instance));
  nats.publish('ovens', bytesOf('first'));
  nats.publish('ovens', Buffer.from('no message at all'));
  nats.publish('ovens', bytesOf('second'));
  await waitFor(() => heard.length === 2 || losses.count > 0, 'both are heard');
  expect({ heard, losses: losses.count }).toEqual({ heard: ['first', 'second'], losses: 0 });
});

test('a listener that throws hears the next message', async () => {
  const nats = await connect();
  const losses = countLosses(nats);
  const heard: string[] = [];
  subscribe({ nats, log }, 'ovens', StatusAnnounced, ({ instance }) => {
    heard.push(instance);
    if (instance === 'first') throw new Error('a defect');
  });
  nats.publish('ovens', bytesOf('first'));
  nats.publish('ovens', bytesOf('second'));
  await waitFor(() => heard.length === 2 || losses.count > 0, 'both are heard');
  expect({ heard, losses: losses.count }).toEqual({ heard: ['first', 'second'], losses: 0 });
});
