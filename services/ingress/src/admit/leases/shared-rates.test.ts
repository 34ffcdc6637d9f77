import { whyNoRedisServer } from '@headgate/runtime/testing/redis-server';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { wait } from '@headgate/runtime/wait';
import { describe, expect, it } from 'vitest';
import type { Replica } from './testing/replica.ts';
import { shareReplicas } from './testing/share-replicas.ts';

describe.skipIf(whyNoRedisServer())('requests a minute of several replicas', { timeout: 120_000 }, () => {
  const { start, startPair } = shareReplicas();

  let names = 0;
  function freshName(): string {
    names += 1;
    return `name-${names}`;
  }

  async function admits({ rates }: Replica, name: string, limit: number): Promise<boolean> {
    return (await rates.take(name, limit)) === undefined;
  }

  /** Asks at any replica, in bursts of any size with pauses between. */
  async function ask(replicas: Replica[], name: string, limit: number, seed: number): Promise<number> {
    const random = createRandom(seed);
    let admitted = 0;
    for (let asked = 0; asked < 3 * limit + 40; ) {
      const burst = Array.from({ length: 1 + Math.floor(random() * 12) }, () => {
        const replica = replicas[Math.floor(random() * replicas.length)];
        return replica ? admits(replica, name, limit) : false;
      });
      asked += burst.length;
      const isPaused = random() < 0.3;
      if (isPaused) await wait(random() * 20);
      admitted += (await Promise.all(burst)).filter(Boolean).length;
    }
    return admitted;
  }

  it.each([
    [1, 10],
    [2, 10],
    [2, 300],
    [4, 60],
    [4, 300],
    [8, 30],
    [8, 400],
  ])(
    'of %i replicas exceed a limit of %i by one request in each further replica at most',
    async (count, limit) => {
      const replicas = await start(count);
      for (const seed of [1, 2, 3]) {
        const name = freshName();
        let admitted = await ask(replicas, name, limit, seed);
        expect(admitted, `seed ${seed}`).toBeLessThanOrEqual(limit + exceeding(limit, count));
        // What replicas had in hand comes back: nobody is refused for what nobody used.
        await waitFor(async () => {
          for (const replica of replicas) if (await admits(replica, name, limit)) admitted += 1;
          return admitted >= limit;
        }, `the whole limit is let through (seed ${seed}, ${admitted})`);
        await wait(100);
        for (const replica of replicas) if (await admits(replica, name, limit)) admitted += 1;
        expect(admitted, `seed ${seed}`).toBeLessThanOrEqual(limit + exceeding(limit, count));
      }
    },
  );

  it('are exact for small limits, wherever they come', async () => {
    const replicas = await start(4);
    for (const at of [[0], [0, 1, 2, 3], [3, 3, 3, 1]]) {
      const name = freshName();
      const answers: boolean[] = [];
      for (let count = 0; count < 12; count += 1) {
        const replica = replicas[at[count % at.length] ?? 0];
        if (replica) answers.push(await admits(replica, name, 10));
      }
      expect(answers).toEqual([...Array(10).fill(true), false, false]);
    }
  });

  it('are decided by memory once they go on', async () => {
    const replicas = await start(2);
    const name = freshName();
    const go = async (times: number): Promise<void> => {
      for (let count = 0; count < times; count += 1) {
        for (const replica of replicas) expect(await admits(replica, name, 100_000)).toBe(true);
        await wait(2);
      }
    };
    await go(150);
    const waited = replicas.map(({ counts }) => counts.waited + counts.credit);
    await go(150);
    expect(replicas.map(({ counts }) => counts.waited + counts.credit)).toEqual(waited);
    const leases = replicas.reduce((sum, { counts }) => sum + counts.leases, 0);
    expect(leases).toBeLessThan(300);
  });

  it('follow a change of the limit at once', async () => {
    const [one, other] = await startPair();
    const name = freshName();
    for (let count = 0; count < 10; count += 1) await admits(one, name, 10);
    expect(await admits(other, name, 10)).toBe(false);
    expect(await admits(other, name, 11)).toBe(true);
    expect(await admits(one, name, 11)).toBe(false);
    expect(await admits(one, name, 5)).toBe(false);
  });

  it('begin anew when the window is over', async () => {
    const replicas = await start(2, { windowMs: 500 });
    const name = freshName();
    let refused = 0;
    let admitted = 0;
    const beganAt = performance.now();
    await waitFor(
      async () => {
        for (const replica of replicas) {
          if (await admits(replica, name, 10)) admitted += 1;
          else refused += 1;
        }
        return admitted >= 50;
      },
      'five windows are let through',
      { everyMs: 1 },
    );
    // One begins before we look at the clock, and one may end between two milliseconds of the server's.
    const windows = Math.floor((performance.now() - beganAt) / 500) + 2;
    expect(admitted).toBeLessThanOrEqual(10 * windows);
    expect(refused).toBeGreaterThan(0);
  });
});

function exceeding(limit: number, replicas: number): number {
  return (replicas - 1) * 20 <= limit ? replicas - 1 : 0;
}

function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
