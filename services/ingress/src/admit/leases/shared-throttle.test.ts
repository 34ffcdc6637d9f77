import { whyNoRedisServer } from '@headgate/runtime/testing/redis-server';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { describe, expect, it } from 'vitest';
import { shareReplicas } from './testing/share-replicas.ts';

describe.skipIf(whyNoRedisServer())('refused attempts at several replicas', { timeout: 120_000 }, () => {
  const { startPair } = shareReplicas();

  const isRefused = (checked: Promise<void>): Promise<boolean> =>
    checked.then(
      () => false,
      () => true,
    );

  it('turn the address away at all of them, and come back when they are forgiven', async () => {
    const [one, other] = await startPair({ throttleLimit: 3 });
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
