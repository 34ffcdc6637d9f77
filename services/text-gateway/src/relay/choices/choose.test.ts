/** Which route a request takes: by priority and weight, by what is known of it, by what was served before. */
import { describe, expect, test } from 'vitest';
import { createAffinity } from '../../affinity/affinity.ts';
import type { Candidate } from '../../catalog/catalog.ts';
import { type Route, routesOf } from '../../catalog/route.ts';
import { createCandidate, createTestRouting } from '../../testing/test-serving.ts';
import { choose, shortestCoolingMs } from './choose.ts';

function candidate(id: bigint, priority: number, weight: number, keys = ['a', 'b']): Candidate {
  return createCandidate({ id, priority, weight, keys });
}

type Options = Partial<Parameters<typeof choose>[0]> & { tried?: Candidate[]; prompt?: string };

function pick(candidates: Candidate[], { tried = [], prompt, ...known }: Options = {}): Route | undefined {
  const routing = { ...createTestRouting(), random: () => 0, ...known };
  return choose(routing, {
    routes: candidates.flatMap(routesOf),
    tried: new Set(tried.flatMap(routesOf)),
    stream: false,
    prompt,
  });
}

/** How often each channel is chosen in a hundred. */
function shares(candidates: Candidate[], options: Options = {}): Record<string, number> {
  const counts: Record<string, number> = {};
  for (let step = 0; step < 100; step += 1) {
    const id = String(idOf(pick(candidates, { ...options, random: () => step / 100 })));
    counts[id] = (counts[id] ?? 0) + 1;
  }
  return counts;
}

function idOf(route: Route | undefined): bigint | undefined {
  return route?.candidate.channel.id;
}

const high = [candidate(1n, 10, 1), candidate(2n, 10, 3)];
const low = [candidate(3n, 0, 100)];

test('only the highest priority is chosen from, in the proportion of the weights', () => {
  expect(shares([...low, ...high])).toEqual({ 1: 25, 2: 75 });
});

test('what was tried is left out, then the next level comes', () => {
  expect(idOf(pick([...high, ...low], { tried: high }))).toBe(3n);
  expect(pick(high, { tried: high })).toBeUndefined();
});

test('a fallback waits until nothing of the model itself is left, whatever their priorities', () => {
  const fallback = { ...candidate(5n, 99, 100), rung: 1 };
  const last = { ...candidate(6n, 100, 100), rung: 2 };
  const all = [last, fallback, ...low];
  expect(idOf(pick(all))).toBe(3n);
  expect(idOf(pick(all, { tried: low }))).toBe(5n);
  const { cooling, breaker } = createTestRouting({ now: () => 0 });
  for (const route of low.flatMap(routesOf)) cooling.cool(route.circuit, 1_000);
  expect(idOf(pick(all, { cooling }))).toBe(5n);
  for (const route of low.flatMap(routesOf)) breaker.begin(route).end('credential');
  expect(idOf(pick(all, { breaker }))).toBe(5n);
});

test('a weight of 0 beside others gets nothing; all 0 share alike', () => {
  const zero = candidate(4n, 0, 0);
  expect(idOf(pick([zero, ...low]))).toBe(3n);
  expect(idOf(pick([zero, candidate(5n, 0, 0)], { random: () => 0.6 }))).toBe(5n);
});

test('a credential that cools is left out, and a channel without any other is too', () => {
  const { cooling } = createTestRouting({ now: () => 0 });
  const [first = candidate(0n, 0, 0)] = high;
  const [a = '', b = ''] = routesOf(first).map(({ circuit }) => circuit);
  cooling.cool(a, 3_000);
  expect(pick([first], { cooling })?.key).toBe('b');
  cooling.cool(b, 2_000);
  expect(idOf(pick([...high, ...low], { cooling }))).toBe(2n);
  expect(pick([first], { cooling })).toBeUndefined();
  expect(shortestCoolingMs(routesOf(first), { cooling })).toBe(2_000);
});

test('an upstream without credentials is called without', () => {
  const open = candidate(9n, 0, 1, []);
  expect(pick([open])).toMatchObject({ candidate: open, key: undefined });
});

describe('what keeps failing', () => {
  function failing(...failed: Candidate[]) {
    const { breaker } = createTestRouting({ now: () => 0, random: () => 0 });
    for (const route of failed.flatMap(routesOf))
      for (let count = 0; count < 5; count += 1) breaker.begin(route).end('failed');
    return { breaker };
  }

  test('is left alone: the rest of its level serves, then the next level', () => {
    expect(shares([...low, ...high], failing(...high.slice(0, 1)))).toEqual({ 2: 100 });
    expect(shares([...low, ...high], failing(...high))).toEqual({ 3: 100 });
  });

  test('is called all the same when there is nothing else', () => {
    expect(shares(high, failing(...high))).toEqual({ 1: 25, 2: 75 });
    expect(idOf(pick(high, { ...failing(...high), tried: high.slice(0, 1) }))).toBe(2n);
  });

  test('is left alone credential by credential', () => {
    const { breaker } = createTestRouting({ now: () => 0 });
    const [route] = low.flatMap(routesOf);
    if (route) breaker.begin(route).end('credential');
    expect(pick(low, { breaker })?.key).toBe('b');
  });
});

describe('how channels served lately', () => {
  const pair = [candidate(1n, 0, 1), candidate(2n, 0, 1)];

  function served(firstByteMs: number[], failed: boolean[] = []) {
    const { pace } = createTestRouting({ now: () => 0 });
    pair
      .flatMap((one) => routesOf(one).slice(0, 1))
      .forEach(({ lane }, index) => {
        for (let count = 0; count < 45; count += 1) {
          pace.began(lane, false, firstByteMs[index] ?? 0);
          pace.ended(lane, false, failed[index] ?? false);
        }
      });
    return { pace };
  }

  test('a slow one gets less, and never nothing', () => {
    expect(shares(pair, served([100, 140]))).toEqual({ 1: 50, 2: 50 });
    expect(shares(pair, served([100, 300]))[2]).toBeLessThan(40);
    const { 2: least = 0 } = shares(pair, served([100, 1_000_000]));
    expect(least).toBeGreaterThanOrEqual(2);
    expect(least).toBeLessThan(15);
  });

  test('one that fails gets less, and never nothing', () => {
    const { 2: least = 0 } = shares(pair, served([100, 100], [false, true]));
    expect(least).toBeGreaterThanOrEqual(2);
    expect(least).toBeLessThan(15);
  });

  test('times of streams say nothing of whole answers', () => {
    const { pace } = createTestRouting({ now: () => 0 });
    for (let count = 0; count < 45; count += 1)
      for (const [index, one] of pair.entries())
        pace.began(routesOf(one)[0]?.lane ?? '', true, index * 1_000 + 1);
    expect(shares(pair, { pace })).toEqual({ 1: 50, 2: 50 });
  });
});

describe('a prompt that was served before', () => {
  const level = [candidate(1n, 10, 1), candidate(2n, 10, 1), candidate(3n, 0, 1)];

  function servedBy(index: number, keyIndex = 0) {
    const affinity = createAffinity(() => 0);
    const route = level.flatMap(routesOf).filter(({ key }) => key === 'ab'[keyIndex])[index];
    if (route) affinity.note('prompt', route);
    return { affinity, prompt: 'prompt' };
  }

  test('goes to the same credential again', () => {
    expect(pick(level, servedBy(1, 1))).toMatchObject({ candidate: level[1], key: 'b' });
    expect(pick(level, servedBy(0, 0))).toMatchObject({ candidate: level[0], key: 'a' });
  });

  test('goes elsewhere when that was tried, is left alone, or is of a lower priority', () => {
    expect(idOf(pick(level, { ...servedBy(1), tried: level.slice(1, 2) }))).toBe(1n);
    const { breaker } = createTestRouting({ now: () => 0 });
    for (const route of level.slice(1, 2).flatMap(routesOf)) breaker.begin(route).end('credential');
    expect(idOf(pick(level, { ...servedBy(1), breaker }))).toBe(1n);
    expect(idOf(pick(level, servedBy(2)))).not.toBe(3n);
  });

  test('goes by chance no more than once it has a name: every replica begins at the same place', () => {
    const chosen = new Set<string>();
    for (let step = 0; step < 10; step += 1)
      chosen.add(pick(level, { prompt: 'another', random: () => step / 10 })?.credential ?? '');
    expect(chosen.size).toBe(1);
  });
});
