import {
  startTestRedisServer,
  type TestRedisServer,
  whyNoRedisServer,
} from '@headgate/runtime/testing/redis-server';
import { createClient } from '@redis/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keyPrefix } from './link/link.ts';
import { type Replica, startReplicas } from './testing/replica.ts';

const hourMs = 60 * 60_000;

describe.skipIf(whyNoRedisServer())(
  'limits after the clock of Valkey was set back',
  { timeout: 120_000 },
  () => {
    let server: TestRedisServer;
    let client: ReturnType<typeof createClient>;
    let replicas: Replica[] = [];
    beforeAll(async () => {
      server = await startTestRedisServer();
      client = createClient({ url: server.url });
      await client.connect();
    });
    beforeEach(async () => {
      replicas = await startReplicas(2, { url: server.url });
    });
    afterEach(() => Promise.all(replicas.map((replica) => replica.stop())));
    afterAll(async () => {
      client.destroy();
      await server.stop();
    });

    const isAdmitted = async ({ rates }: Replica, name: string, limit: number): Promise<boolean> =>
      (await rates.take(name, limit)) === undefined;

    it('hold for a minute, and not until the clock has come as far again', async () => {
      const [one, other] = replicas as [Replica, Replica];
      const start = String(Date.now() + hourMs);
      await client.hSet(`${keyPrefix}rpm:a`, { start, 'c:one that has gone': '3' });
      const outcomes = [];
      for (const replica of [one, other, one, other]) outcomes.push(await isAdmitted(replica, 'a', 3));
      expect(outcomes).toEqual([true, true, true, false]);
      const refusal = await one.rates.take('a', 3);
      expect(refusal?.retryAfterMs).toBeLessThanOrEqual(60_000);
    });

    it('give places back that nobody holds any more', async () => {
      const [one] = replicas as [Replica, Replica];
      await client.hSet(`${keyPrefix}places:a`, { 'one that has gone': `1 ${Date.now() + hourMs}` });
      expect(await one.concurrency.enter('a', 1)).toBeUndefined();
      const [, until] = String(await client.hGet(`${keyPrefix}places:a`, 'one that has gone')).split(' ');
      expect(Number(until)).toBeLessThan(Date.now() + hourMs / 2);
    });
  },
);
