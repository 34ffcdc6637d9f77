import { encodeMessage } from '@headgate/proto/encode';
import { Close, CloseBatch } from '@headgate/proto/gen/headgate/events/v1/events';
import { billingStream, closesSubject } from '@headgate/proto/subjects';
import { createLog } from '@headgate/runtime/log';
import { ensureStream } from '@headgate/runtime/nats/stream';
import { startTestNatsServer, type TestNatsServer } from '@headgate/runtime/testing/nats-server';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { wait } from '@headgate/runtime/wait';
import { connect, type NatsConnection } from 'nats';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closeOf } from '../testing/journals.ts';
import { createPublisher, type Publisher } from './publisher.ts';

let server: TestNatsServer;
let nats: NatsConnection;
beforeAll(async () => {
  server = await startTestNatsServer();
  nats = await connect({ servers: server.url });
  await ensureStream(await nats.jetstreamManager(), billingStream);
});
afterAll(async () => {
  await nats.close();
  await server.stop();
});

/** Messages as they came, each as the seqs in it. */
let arrived: bigint[][];
let largestBytes: number;
beforeEach(() => {
  arrived = [];
  largestBytes = 0;
  listening = nats.subscribe(closesSubject, {
    callback: (_error, { data }) => {
      arrived.push(CloseBatch.decode(data).closes.map(({ seq }) => seq));
      largestBytes = Math.max(largestBytes, data.length);
    },
  });
});
let listening: { unsubscribe(): void };
afterEach(() => listening.unsubscribe());

/** A publisher of a journal that is an array. */
function startPublisher(of: { pad?: number; onRead?: (afterSeq: bigint) => void } = {}) {
  const journal: Close[] = [];
  const reads: bigint[] = [];
  const publisher: Publisher = createPublisher({
    nats,
    log: createLog('publisher', 'silent'),
    readCloses: (afterSeq, limit) => {
      reads.push(afterSeq);
      of.onRead?.(afterSeq);
      return journal.filter(({ seq }) => seq > afterSeq).slice(0, limit);
    },
    lastSeq: () => BigInt(journal.length),
    reach: () => undefined,
    ensureStream: async () => ensureStream(await nats.jetstreamManager(), billingStream),
  });
  /** Closes so many requests at a time; `isPublished: false` is what an earlier message failed to send. */
  const close = (count: number, { isPublished = true } = {}): void => {
    for (let added = 0; added < count; added += 1) {
      const numbered = { ...closeOf('r', of.pad), seq: BigInt(journal.length + 1) };
      journal.push(numbered);
      if (isPublished) publisher.publish({ close: numbered, payload: encodeMessage(Close, numbered) });
    }
  };
  return { publisher, close, reads };
}

const range = (from: number, to: number): bigint[] =>
  Array.from({ length: to - from + 1 }, (_, index) => BigInt(from + index));
const have = (count: number): Promise<unknown> =>
  waitFor(() => arrived.flat().length >= count, `${count} closes arrive`);

test('closes that come together leave in one message, without a look at the journal', async () => {
  const { publisher, close, reads } = startPublisher();
  publisher.connected();
  close(3);
  await have(3);
  close(2);
  await have(5);
  expect(arrived).toEqual([range(1, 3), range(4, 5)]);
  expect(reads).toEqual([]);
  expect(publisher.sentSeq()).toBe(5n);
});

test('what was closed while the broker was away is sent when it is back', async () => {
  const { publisher, close } = startPublisher();
  close(3);
  await wait(50);
  expect(publisher.sentSeq()).toBe(0n);
  publisher.connected();
  await have(3);
  expect(arrived.flat()).toEqual(range(1, 3));
});

test('a message that does not follow what was sent sends what lies between as well', async () => {
  const { publisher, close } = startPublisher();
  publisher.connected();
  close(2);
  await have(2);
  close(3, { isPublished: false });
  close(1);
  await have(6);
  expect(arrived.flat()).toEqual(range(1, 6));
  expect(publisher.sentSeq()).toBe(6n);
});

describe('sending again', () => {
  test('begins after what the ledger has', async () => {
    const { publisher, close } = startPublisher();
    publisher.connected();
    close(5);
    await have(5);
    publisher.resend(2n);
    await have(8);
    expect(arrived.flat()).toEqual([...range(1, 5), ...range(3, 5)]);
    expect(publisher.sentSeq()).toBe(5n);
  });

  test('of what has not left yet skips nothing', async () => {
    const { publisher, close } = startPublisher();
    close(3);
    publisher.resend(9n);
    publisher.connected();
    await have(3);
    expect(arrived.flat()).toEqual(range(1, 3));
  });

  test('is not forgotten when it is asked for while the journal is being sent', async () => {
    let isAsked = false;
    const started = startPublisher({
      onRead: (afterSeq) => {
        if (afterSeq === 500n && !isAsked) {
          isAsked = true;
          // The batch after these 500 is on its way then.
          queueMicrotask(() => started.publisher.resend(100n));
        }
      },
    });
    started.close(1_000, { isPublished: false });
    started.publisher.connected();
    await have(1_900);
    expect(arrived.flat()).toEqual([...range(1, 1_000), ...range(101, 1_000)]);
  });
});

describe('a message', () => {
  const limit = 512 * 1024;

  test('has 500 closes at most', async () => {
    const { publisher, close } = startPublisher();
    publisher.connected();
    close(1_200);
    await have(1_200);
    expect(arrived.flat()).toEqual(range(1, 1_200));
    expect(Math.max(...arrived.map((seqs) => seqs.length))).toBeLessThanOrEqual(500);
  });

  test.each([true, false])('has 512 KB at most (as they come: %s)', async (isPublished) => {
    const { publisher, close } = startPublisher({ pad: 7_000 });
    if (isPublished) publisher.connected();
    close(400, { isPublished });
    publisher.connected();
    await have(400);
    expect(arrived.flat()).toEqual(range(1, 400));
    expect(largestBytes).toBeLessThanOrEqual(limit);
    expect(largestBytes).toBeGreaterThan(limit / 3);
  });
});
