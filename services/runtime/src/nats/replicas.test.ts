import type { JetStreamManager, NatsConnection } from 'nats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { startTestNatsCluster, type TestNatsCluster } from '../testing/nats-cluster.ts';
import { waitFor } from '../testing/wait-for.ts';
import { connectNats } from './connect.ts';
import { ensureStream } from './stream.ts';

const stream = { name: 'LOAVES', subjects: ['loaves.>'], maxAgeMs: 60_000, maxBytes: 1024 * 1024 };

let cluster: TestNatsCluster;
let connection: NatsConnection;
let manager: JetStreamManager;
beforeAll(async () => {
  cluster = await startTestNatsCluster();
  connection = await connectNats({ url: cluster.url, name: 'test', log: createLog('test', 'silent') });
  manager = await connection.jetstreamManager({ checkAPI: false });
}, 60_000);
afterAll(async () => {
  await connection.close();
  await cluster.stop();
}, 60_000);

/** Refused until the servers have found each other and chosen a leader. */
const ensure = (replicas: number) =>
  waitFor(() => ensureStream(manager, { ...stream, replicas }), 'the stream is there', {
    timeoutMs: 60_000,
  });

test('a stream of three replicas outlives the server that leads it, with its disk', async () => {
  const made = await ensure(3);
  expect(made.config.num_replicas).toBe(3);
  for (let count = 0; count < 10; count += 1) await connection.jetstream().publish('loaves.rye');
  await cluster.lose(made.cluster?.leader ?? '');
  const withAll = async () => {
    const found = await ensure(3);
    return found.state.messages === 10 ? found : undefined;
  };
  // It may lead before it has applied all that it has.
  const left = await waitFor(withAll, 'another server leads, with every message', { timeoutMs: 60_000 });
  expect(left.cluster?.leader).not.toBe(made.cluster?.leader);
  await waitFor(() => connection.jetstream().publish('loaves.rye'), 'further messages are taken');
}, 120_000);
