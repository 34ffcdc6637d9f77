/** Many choices, each learning from those before it: where the traffic goes, and that it comes back. */
import { expect, test } from 'vitest';
import { routesOf } from '../../catalog/route.ts';
import { createCandidate, createTestRouting } from '../../testing/test-serving.ts';
import { choose } from './choose.ts';

/** Upstreams answer in about their time, which varies by half of it. */
interface Upstream {
  firstByteMs: number;
  failedShare: number;
}

const seed = Math.floor(Math.random() * 2 ** 32);

/** Numbers in [0, 1) that a seed brings back. (mulberry32) */
function seededRandom(): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function createWorld() {
  let now = 0;
  const random = seededRandom();
  const routing = createTestRouting({ now: () => now, random });
  const routes = [1n, 2n].flatMap((id) => routesOf(createCandidate({ id })));
  /** Sends ten requests a second; gives the second channel's share. */
  return function serve(upstreams: readonly Upstream[], requests: number): number {
    let second = 0;
    for (let request = 0; request < requests; request += 1) {
      now += 100;
      const route = choose(routing, { routes, tried: new Set(), stream: true, prompt: undefined });
      const upstream = route && upstreams[Number(route.candidate.channel.id) - 1];
      if (!route || !upstream) throw new Error('Nothing was chosen');
      if (route === routes[1]) second += 1;
      const call = routing.breaker.begin(route);
      routing.pace.began(route.lane, true, upstream.firstByteMs * (0.75 + random() / 2));
      const isFailed = random() < upstream.failedShare;
      routing.pace.ended(route.lane, true, isFailed);
      call.end(isFailed ? 'failed' : 'served');
    }
    return second / requests;
  };
}

const sound = { firstByteMs: 200, failedShare: 0 };
const slow = { firstByteMs: 2_000, failedShare: 0 };
const flaky = { firstByteMs: 200, failedShare: 0.4 };

test(`shares follow what upstreams do, and come back (seed ${seed})`, () => {
  const serve = createWorld();
  const even = serve([sound, sound], 2_000);
  expect(even).toBeGreaterThan(0.4);
  expect(even).toBeLessThan(0.6);

  serve([sound, slow], 1_000);
  const slowed = serve([sound, slow], 2_000);
  expect(slowed).toBeGreaterThan(0.02);
  expect(slowed).toBeLessThan(0.3);

  serve([sound, sound], 5_000);
  const recovered = serve([sound, sound], 2_000);
  expect(recovered).toBeGreaterThan(0.4);
  expect(recovered).toBeLessThan(0.6);
});

test(`one that fails now and then gets less (seed ${seed})`, () => {
  const serve = createWorld();
  serve([sound, flaky], 1_000);
  const share = serve([sound, flaky], 2_000);
  expect(share).toBeGreaterThan(0.02);
  expect(share).toBeLessThan(0.45);
});
