/** The billing stream in a cluster of brokers, of which one is lost for good. */
import { randomUUID } from 'node:crypto';
import { billingStream } from '@headgate/proto/subjects';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { startTestNatsCluster } from '@headgate/runtime/testing/nats-cluster';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { connect } from 'nats';
import { expect, onTestFinished, test } from 'vitest';
import { draw } from '../book/slices/draw.ts';
import { findContradictions, openPurses } from '../testing/book.ts';
import { makeClose } from '../testing/close.ts';
import { startConsumer } from '../testing/consumer.ts';
import { makeLedgerDatabase, setTestPrices } from '../testing/ledger-database.ts';
import { startPublisher } from '../testing/publisher.ts';

const path = ['user:c'];

test('a ledger that asks for three replicas books on when the broker that led is lost with its disk', async () => {
  const [{ knex, drop }, cluster] = await Promise.all([makeLedgerDatabase(), startTestNatsCluster()]);
  onTestFinished(async () => {
    await cluster.stop();
    await drop();
  });
  await setTestPrices(knex);
  await openPurses(knex, { 'user:c': 1_000_000n });
  const run = randomUUID();
  await draw(knex, { run, path, drawNo: 1n, need: 5_000n, want: 5_000n }, { toleranceMs: 900_000 });
  const consumer = await startConsumer(knex, cluster.url, { streamReplicas: 3 });
  onTestFinished(consumer.stop);
  const connection = await connect({ servers: cluster.url.split(',') });
  onTestFinished(() => connection.close());
  const { streams } = await connection.jetstreamManager({ checkAPI: false });
  const stream = await waitFor(() => streams.info(billingStream.name), 'the ledger has made the stream', {
    timeoutMs: 60_000,
  });
  expect(stream.config.num_replicas).toBe(3);
  const publisher = await startPublisher(cluster.url);
  onTestFinished(publisher.stop);
  const publish = (from: number, to: number): Promise<void> =>
    publisher.publish(
      Array.from({ length: to - from + 1 }, (_, index) =>
        makeClose({ run, seq: BigInt(from + index), path, inputTokens: 10n }),
      ),
    );
  const booked = async (): Promise<number> =>
    (await rowsOf(knex, `select id from entry where kind = 'settle'`, [])).length;

  await publish(1, 50);
  await waitFor(async () => (await booked()) === 50, 'closes are booked');
  await cluster.lose(stream.cluster?.leader ?? '');
  await publish(51, 100);
  await waitFor(async () => (await booked()) >= 100, 'closes are booked by way of the others', {
    timeoutMs: 60_000,
  });

  expect(await booked()).toBe(100);
  expect(await findContradictions(knex)).toEqual([]);
}, 180_000);
