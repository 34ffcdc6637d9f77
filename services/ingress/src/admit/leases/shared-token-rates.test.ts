import { whyNoRedisServer } from '@headgate/runtime/testing/redis-server';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { describe, expect, it } from 'vitest';
import type { TokenClaim } from '../token-rates.ts';
import type { Replica } from './testing/replica.ts';
import { shareReplicas } from './testing/share-replicas.ts';

describe.skipIf(whyNoRedisServer())('tokens a minute of several replicas', { timeout: 120_000 }, () => {
  const { startPair } = shareReplicas();

  async function take({ tokenRates }: Replica, name: string, limit: number, estimate: number) {
    const claim = await tokenRates.take(name, limit, estimate);
    return 'retryAfterMs' in claim ? undefined : claim;
  }

  async function claimOf(...question: Parameters<typeof take>): Promise<TokenClaim> {
    const claim = await take(...question);
    if (!claim) throw new Error('refused');
    return claim;
  }

  it('are used up at all by what was really used at one', async () => {
    const [one, other] = await startPair();
    const claim = await claimOf(one, 'a', 1_000, 10);
    await claim.correct(1_000);
    await waitFor(() => one.counts.leases >= 2, 'what was used is known to the server');
    // The first one there is let through before the server has answered.
    await take(other, 'a', 1_000, 1);
    expect(await take(other, 'a', 1_000, 1)).toBeUndefined();
    expect(await take(one, 'a', 1_000, 1)).toBeUndefined();
  });

  it('are used up at all by what was used at one without having been booked', async () => {
    const [one, other] = await startPair();
    await one.tokenRates.add('e', 1_000, 1_000);
    await waitFor(async () => !(await take(other, 'e', 1_000, 1)), 'the other hears of it');
    expect(await take(one, 'e', 1_000, 1)).toBeUndefined();
  });

  it('come back at all when less was used than was estimated', async () => {
    const [one, other] = await startPair();
    const claim = await claimOf(one, 'b', 1_000, 16_000);
    await waitFor(async () => !(await take(other, 'b', 1_000, 1)), 'the other hears of the estimate');
    await claim.correct(5);
    await waitFor(() => take(other, 'b', 1_000, 1), 'the other hears of the rest');
  });

  it('let one request in each replica cross the limit at most', async () => {
    const replicas = await startPair();
    let crossed = 0;
    for (const replica of replicas) {
      const outcomes = await Promise.all(Array.from({ length: 10 }, () => take(replica, 'c', 100, 100)));
      crossed += outcomes.filter(Boolean).length;
    }
    expect(crossed).toBeGreaterThanOrEqual(1);
    expect(crossed).toBeLessThanOrEqual(2);
  });

  it('are what was used, however it was estimated', async () => {
    const replicas = await startPair();
    const limit = 50_000;
    let used = 0;
    let refused = false;
    for (let count = 0; count < 400 && !refused; count += 1) {
      const claim = await take(replicas[count % 2] as Replica, 'd', limit, (count * 37) % 600);
      if (!claim) {
        refused = true;
        continue;
      }
      const tokens = (count * 91) % 500;
      used += tokens;
      await claim.correct(tokens);
    }
    // Refused is who comes when the limit is reached, or when so much is estimated and not yet known.
    expect(refused).toBe(true);
    expect(used).toBeGreaterThan(limit * 0.8);
    expect(used).toBeLessThan(limit + 2 * 600);
  });
});
