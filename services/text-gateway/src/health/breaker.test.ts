import { beforeEach, describe, expect, test } from 'vitest';
import { routesOf } from '../catalog/route.ts';
import { createCandidate } from '../testing/test-serving.ts';
import { type Breaker, createBreaker, type Verdict } from './breaker.ts';

const rules = { failures: 5, failedShare: 0.5, windowMs: 30_000, firstOpenMs: 1_000, maxOpenMs: 60_000 };
const credentialRules = {
  failures: 1,
  failedShare: 0,
  windowMs: 30_000,
  firstOpenMs: 60_000,
  maxOpenMs: 600_000,
};

let now = 0;
let breaker: Breaker;
beforeEach(() => {
  now = 1_000_000;
  breaker = createBreaker({ model: rules, credential: credentialRules, now: () => now, random: () => 0.999 });
});

function routeOf(channelId: bigint, key: string, model = 'm') {
  const candidate = { ...createCandidate({ id: channelId, keys: [key] }), upstreamModel: model };
  const [route] = routesOf(candidate);
  if (!route) throw new Error('A candidate has a route');
  return route;
}

const route = routeOf(1n, 'a');

function end(verdict: Verdict, count = 1, of = route): void {
  for (let call = 0; call < count; call += 1) breaker.begin(of).end(verdict);
}

/** Lets the time pass that a route is left alone for; gives it. */
function waitOut(of = route): number {
  const waited = breaker.waitMs(of);
  now += waited;
  return waited;
}

describe('a circuit opens', () => {
  test('at the fifth failure within the window, not before', () => {
    end('failed', 4);
    expect(breaker.waitMs(route)).toBe(0);
    end('failed');
    expect(breaker.waitMs(route)).toBeGreaterThan(900);
    expect(breaker.states()).toEqual({ open: 1, 'half-open': 0 });
  });

  test('not when fewer than half of the calls failed', () => {
    for (let round = 0; round < 20; round += 1) {
      end('failed');
      end('served', 2);
    }
    expect(breaker.waitMs(route)).toBe(0);
  });

  test('not for failures that are spread out over time', () => {
    for (let round = 0; round < 50; round += 1) {
      end('failed');
      now += 10_000;
    }
    expect(breaker.waitMs(route)).toBe(0);
  });

  test('not for what says nothing of the upstream', () => {
    end('neither', 100);
    expect(breaker.waitMs(route)).toBe(0);
  });

  test('for its credential and model alone', () => {
    end('failed', 5);
    expect(breaker.waitMs(routeOf(1n, 'b'))).toBe(0);
    expect(breaker.waitMs(routeOf(1n, 'a', 'another'))).toBe(0);
    expect(breaker.waitMs(routeOf(2n, 'a'))).toBe(0);
  });
});

describe('an open circuit', () => {
  beforeEach(() => end('failed', 5));

  test('lets one probe through after its time, and closes when that is served', () => {
    waitOut();
    const probe = breaker.begin(route);
    expect(breaker.waitMs(route)).toBeGreaterThan(0);
    probe.end('served');
    expect(breaker.waitMs(route)).toBe(0);
    expect(breaker.states()).toEqual({ open: 0, 'half-open': 0 });
    end('failed', 4);
    expect(breaker.waitMs(route)).toBe(0);
  });

  test('stays open for longer each time that its probe fails, up to a bound', () => {
    const waits = Array.from({ length: 9 }, () => {
      const waited = waitOut();
      end('failed');
      return waited;
    });
    for (const [index, waited] of waits.slice(0, 6).entries())
      expect(Math.round(waited / 100) * 100).toBe(1_000 * 2 ** index);
    expect(Math.max(...waits)).toBeLessThanOrEqual(60_000);
    expect(waits.at(-1)).toBeGreaterThan(59_000);
  });

  test('takes another probe when the first says nothing', () => {
    waitOut();
    breaker.begin(route).end('neither');
    expect(breaker.waitMs(route)).toBe(0);
  });

  test('lets others follow while the answer to its probe runs', () => {
    waitOut();
    const probe = breaker.begin(route);
    probe.answering();
    expect(breaker.waitMs(route)).toBe(0);
    probe.end('failed');
    expect(breaker.waitMs(route)).toBeGreaterThan(1_900);
  });

  test('is not kept open by calls that began before it opened', () => {
    const fresh = createBreaker({
      model: rules,
      credential: credentialRules,
      now: () => now,
      random: () => 0,
    });
    const calls = Array.from({ length: 20 }, () => fresh.begin(route));
    for (const call of calls) {
      now += 1;
      call.end('failed');
    }
    expect(fresh.waitMs(route)).toBeLessThanOrEqual(500);
  });

  test('closes when a call that had no other way is served', () => {
    end('served');
    now += 1;
    end('served');
    expect(breaker.waitMs(route)).toBe(0);
  });
});

describe('a credential that was refused', () => {
  beforeEach(() => end('credential'));

  test('is left alone at once, with all models, and no other credential is', () => {
    expect(breaker.waitMs(route)).toBeGreaterThan(50_000);
    expect(breaker.waitMs(routeOf(1n, 'a', 'another'))).toBeGreaterThan(50_000);
    expect(breaker.waitMs(routeOf(1n, 'b'))).toBe(0);
  });

  test('comes back by one probe', () => {
    waitOut();
    const probe = breaker.begin(routeOf(1n, 'a', 'another'));
    expect(breaker.waitMs(route)).toBeGreaterThan(0);
    probe.end('served');
    expect(breaker.waitMs(route)).toBe(0);
  });

  test('stays away for longer when it is refused again', () => {
    const first = waitOut();
    end('credential');
    expect(breaker.waitMs(route)).toBeGreaterThan(first * 1.5);
  });
});

test('the number of circuits is bounded, the oldest is forgotten', () => {
  end('credential', 1, routeOf(1n, 'a'));
  for (let id = 2n; id <= 10_001n; id += 1n) end('credential', 1, routeOf(id, 'a'));
  expect(breaker.waitMs(routeOf(1n, 'a'))).toBe(0);
  expect(breaker.waitMs(routeOf(2n, 'a'))).toBeGreaterThan(0);
  expect(breaker.states()).toEqual({ open: 10_000, 'half-open': 0 });
});

test('what nobody calls any more is no longer counted', () => {
  end('credential');
  now += 24 * 60 * 60_000;
  expect(breaker.states()).toEqual({ open: 0, 'half-open': 0 });
});
