import {
  startTestRedisServer,
  type TestRedisServer,
  whyNoRedisServer,
} from '@headgate/runtime/testing/redis-server';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Replica, startReplicas } from './testing/replica.ts';

describe.skipIf(whyNoRedisServer())('refused attempts at several replicas', { timeout: 120_000 }, () => {
  let server: TestRedisServer;
  const running: Replica[] = [];
  beforeAll(async () => {
    server = await startTestRedisServer();
  });
  afterAll(() => server?.stop());
  afterEach(async () => {
    await Promise.all(running.splice(0).map((replica) => replica.stop()));
  });

  const isRefused = (checked: Promise<void>): Promise<boolean> =>
    checked.then(
      () => false,
      () => true,
    );

  it('turn the address away at all of them, and come back when they are forgiven', async () => {
    const [one, other] = (await startReplicas(2, { url: server.url, throttleLimit: 3 })) as [
      Replica,
      Replica,
    ];
    running.push(one, other);
    const address = '192.0.2.7';
    for (let count = 0; count < 3; count += 1) await one.throttle.count(address);
    expect(await isRefused(one.throttle.check(address))).toBe(true);
    await waitFor(() => isRefused(other.throttle.check(address)), 'the other hears of them');
    expect(await isRefused(other.throttle.check('192.0.2.8'))).toBe(false);
    expect(await isRefused(other.throttle.count(address))).toBe(true);
    for (let count = 0; count < 3; count += 1) await one.throttle.forgive(address);
    await waitFor(async () => !(await isRefused(other.throttle.check(address))), 'the other hears of that');
    await waitFor(async () => !(await isRefused(one.throttle.check(address))), 'and so does the first');
  });
});
