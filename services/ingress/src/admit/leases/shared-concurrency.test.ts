import { whyNoRedisServer } from '@headgate/runtime/testing/redis-server';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { wait } from '@headgate/runtime/wait';
import { describe, expect, it } from 'vitest';
import type { Leave } from '../concurrency.ts';
import { createReplica, type Replica } from './testing/replica.ts';
import { shareReplicas } from './testing/share-replicas.ts';

describe.skipIf(whyNoRedisServer())('places at several replicas', { timeout: 120_000 }, () => {
  const { server, start, startPair } = shareReplicas();

  async function enterAll(replicas: Replica[], name: string, limit: number, each: number): Promise<Leave[]> {
    const outcomes = await Promise.all(
      replicas.flatMap(({ concurrency }) =>
        Array.from({ length: each }, async () => concurrency.enter(name, limit)),
      ),
    );
    return outcomes.filter((leave) => leave !== undefined);
  }

  it.each([
    [2, 3],
    [4, 10],
    [4, 200],
    [8, 20],
  ])(
    'of %i replicas are %i, with one more in each further one at most where that is few',
    async (count, limit) => {
      const replicas = await start(count);
      const leaves = await enterAll(replicas, `of ${count} ${limit}`, limit, limit);
      const exceeding = (count - 1) * 20 <= limit ? count - 1 : 0;
      expect(leaves.length).toBeGreaterThanOrEqual(limit - Math.ceil(limit / 8));
      expect(leaves.length).toBeLessThanOrEqual(limit + exceeding);
      for (const leave of leaves) leave();
      const again: Leave[] = [];
      await waitFor(async () => {
        again.push(...(await enterAll(replicas.slice(1, 2), `of ${count} ${limit}`, limit, limit)));
        return again.length >= limit;
      }, 'all come back');
      expect(again.length).toBeLessThanOrEqual(limit + exceeding);
    },
  );

  it('are all given out to requests that come at once at one of two', async () => {
    const [one] = await startPair();
    expect(await enterAll([one], 'at once', 20, 20)).toHaveLength(20);
    expect(await one.concurrency.enter('at once', 20)).toBeUndefined();
  });

  it('given back at one are free at another', async () => {
    const [one, other] = await startPair();
    const leave = await one.concurrency.enter('b', 1);
    expect(await other.concurrency.enter('b', 1)).toBeUndefined();
    leave?.();
    leave?.();
    const entered = await waitFor(() => other.concurrency.enter('b', 1), 'the place is free');
    expect(await one.concurrency.enter('b', 1)).toBeUndefined();
    entered();
  });

  it.each([
    [3, 1],
    [20, 10],
    [100, 40],
  ])('of %i, %i given back are free at another while the rest stay taken', async (limit, count) => {
    const [one, other] = await startPair();
    const name = `given back of ${limit}`;
    const leaves = await enterAll([one], name, limit, limit);
    for (const leave of leaves.splice(0, leaves.length - limit + count)) leave();
    const entered: Leave[] = [];
    await waitFor(
      async () => {
        entered.push(...(await enterAll([other], name, limit, count - entered.length)));
        return entered.length === count;
      },
      'all that were given back are taken again',
      { timeoutMs: 30_000 },
    );
    expect(await other.concurrency.enter(name, limit)).toBeUndefined();
  });

  it('of a replica that dies come back, and of one that lives stay taken', async () => {
    const [one, other] = await startPair();
    const dying = createReplica({ url: server().url });
    await waitFor(() => dying.link.replicas() === 3, 'a third one is there');
    expect(await one.concurrency.enter('c', 2)).toBeTypeOf('function');
    expect(await dying.concurrency.enter('c', 2)).toBeTypeOf('function');
    expect(await other.concurrency.enter('c', 2)).toBeUndefined();
    // Cut off, it renews nothing.
    await dying.link.close();
    await waitFor(() => other.concurrency.enter('c', 2), 'a place comes back', { timeoutMs: 60_000 });
    expect(await other.concurrency.enter('c', 2)).toBeUndefined();
    expect(one.counts.alone + other.counts.alone).toBe(0);
  });

  it('taken at any replica are known to a server that was restarted', async () => {
    const [one, other] = await startPair();
    expect(await one.concurrency.enter('d', 1)).toBeTypeOf('function');
    await server().restart();
    await waitFor(() => one.link.isJoined() && other.link.isJoined(), 'both are back');
    const early: Leave[] = [];
    await waitFor(async () => {
      const leave = await other.concurrency.enter('d', 1);
      if (leave) early.push(leave);
      for (const leave of early.splice(0)) leave();
      return !leave;
    }, 'the other hears of the place');
  });

  it.each([1, 2])('of %i replicas are not given out again beyond a limit that was lowered', async (count) => {
    const replicas = await start(count);
    const [one] = replicas as [Replica];
    const name = `lowered ${count}`;
    const leaves = await enterAll([one], name, 8, 8);
    await waitFor(() => one.counts.leases > 0, 'the server knows of them');
    for (const leave of leaves.splice(3)) {
      leave();
      expect(await one.concurrency.enter(name, 3)).toBeUndefined();
    }
    leaves.pop()?.();
    await waitFor(() => one.concurrency.enter(name, 3), 'a place is free');
  });

  it('that were taken while the server was away are not given out again beyond the limit', async () => {
    const replicas = await start(2);
    await server().kill();
    await waitFor(() => replicas.every(({ link }) => !link.isJoined()), 'both count by themselves');
    const held = await Promise.all(replicas.map((replica) => enterAll([replica], 'e', 4, 4)));
    expect(held.flat()).toHaveLength(8);
    await server().restart();
    await waitFor(() => replicas.every(({ link }) => link.isJoined()), 'both are back', {
      timeoutMs: 30_000,
    });
    for (let round = 0; round < 20; round += 1) {
      for (const [at, { concurrency }] of replicas.entries()) {
        held[at]?.pop()?.();
        await wait(20);
        const leave = await concurrency.enter('e', 4);
        if (leave) held[at]?.push(leave);
      }
    }
    expect(held.flat().length).toBeLessThanOrEqual(4);
  });
});
