import { getEventListeners } from 'node:events';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { DrawAnswer } from './slices.ts';
import { createWorld, gate, granting, grantingNeed, path, settled } from './testing/scripted-ledger.ts';

let { ledger, slices, clock, recalls } = createWorld();
beforeEach(() => {
  ({ ledger, slices, clock, recalls } = createWorld());
});

test('the first request draws with headroom, the next ones need no draw', async () => {
  expect(await slices.reserve(path, 10n)).toBeUndefined();
  expect(ledger.draws).toEqual([{ drawNo: 1n, need: 10n, want: 330n }]);
  expect(slices.reserve(path, 10n)).toBeUndefined();
  expect(ledger.draws).toHaveLength(1);
});

test('only what is lacking is needed', async () => {
  ledger.answer = grantingNeed();
  await slices.reserve(path, 10n);
  slices.settle(path, 10n, 6n);
  expect(await slices.reserve(path, 10n)).toBeUndefined();
  expect(ledger.draws.at(-1)?.need).toBe(6n);
});

test('a request that waits is served when another one is settled', async () => {
  ledger.answer = grantingNeed();
  await slices.reserve(path, 10n);
  ledger.answer = () => ({ outcome: 'short', recallId: 'r1', runs: ['silent'] });
  const pending = slices.reserve(path, 10n);
  await settled();
  slices.settle(path, 10n, 0n);
  const winner = await Promise.race([pending, new Promise((resolve) => setTimeout(resolve, 20, 'late'))]);
  expect(winner).toBeUndefined();
});

test('a small request does not overtake one that waits', async () => {
  ledger.answer = grantingNeed();
  await slices.reserve(path, 10n);
  ledger.answer = () => new Promise(() => undefined);
  const large = slices.reserve(path, 50n);
  slices.settle(path, 10n, 0n);
  expect(slices.reserve(path, 10n)).toBeInstanceOf(Promise);
  expect(large).toBeInstanceOf(Promise);
});

test('more than the bound do not wait', () => {
  ledger.answer = () => new Promise(() => undefined);
  const pending = Array.from({ length: 4_096 }, () => slices.reserve(path, 1n));
  expect(slices.reserve(path, 1n)).toBe('overloaded');
  expect(pending).toHaveLength(4_096);
});

test('paths beyond the bound are refused, known ones are served', async () => {
  ({ slices } = createWorld({ maxSlices: 1 }));
  expect(await slices.reserve(path, 10n)).toBeUndefined();
  expect(slices.reserve(['key:2', 'user:2'], 10n)).toBe('overloaded');
  expect(slices.reserve(path, 10n)).toBeUndefined();
  slices.settle(path, 10n, 10n);
});

describe('headroom', () => {
  test('is drawn ahead, without need, before it runs out', async () => {
    await slices.reserve(path, 10n);
    await settled();
    for (let count = 0; count < 30; count += 1) slices.reserve(path, 10n);
    await vi.waitFor(() => expect(ledger.draws.length).toBeGreaterThan(1));
    expect(ledger.draws[1]).toMatchObject({ drawNo: 2n, need: 0n });
  });

  test('is drawn again when it runs low again', async () => {
    await slices.reserve(path, 10n);
    await settled();
    for (let count = 0; count < 70; count += 1) {
      expect(slices.reserve(path, 10n)).toBeUndefined();
      await settled();
    }
    expect(ledger.draws.map(({ need }) => need)).toEqual([10n, 0n, 0n]);
  });

  test('counts as a draw, and its total replaces the one before', async () => {
    ledger.answer = grantingNeed(); // 10
    await slices.reserve(path, 10n);
    ledger.answer = () => ({ outcome: 'granted', grantedTotal: 40n, validForMs: 1_000 });
    slices.settle(path, 10n, 0n);
    expect(slices.reserve(path, 10n)).toBeUndefined();
    await settled();
    expect(ledger.draws.at(-1)).toMatchObject({ drawNo: 2n, need: 0n });
    await slices.returnAll();
    expect(ledger.returned(path)).toBe(30n);
    ledger.answer = granting(40n);
    expect(await slices.reserve(path, 10n)).toBeUndefined();
    expect(ledger.draws.at(-1)?.drawNo).toBe(3n);
  });

  test('is not drawn for a while after a recall', async () => {
    await slices.reserve(path, 10n);
    await slices.recall('r1', ['key:1']);
    slices.settle(path, 10n, 0n);
    expect(slices.reserve(path, 10n)).toBeUndefined();
    expect(await slices.reserve(path, 10n)).toBeUndefined();
    expect(ledger.draws.slice(1)).toEqual([{ drawNo: 2n, need: 10n, want: 10n }]);
    clock.ms = 10_001;
    expect(await slices.reserve(path, 10n)).toBeUndefined();
    expect(ledger.draws.at(-1)?.want).toBe(330n);
  });

  test('that cannot be drawn does not end the frugal time after a recall', async () => {
    ledger.answer = grantingNeed();
    await slices.reserve(path, 10n);
    slices.settle(path, 10n, 0n);
    const ahead = gate<'lost'>();
    ledger.answer = () => ahead.opened;
    expect(slices.reserve(path, 10n)).toBeUndefined();
    const answered = slices.recall('r1', ['key:1']);
    ahead.open('lost');
    await expect(answered).rejects.toThrow();
    clock.ms = 5_000;
    ledger.answer = grantingNeed(10n);
    expect(await slices.reserve(path, 10n)).toBeUndefined();
    expect(ledger.draws.at(-1)?.want).toBe(10n);
  });

  test('is not asked for at every request when little of the wish is met', async () => {
    ledger.answer = grantingNeed();
    await slices.reserve(path, 10n);
    slices.settle(path, 10n, 0n);
    for (let count = 0; count < 5; count += 1) {
      expect(slices.reserve(path, 10n)).toBeUndefined();
      await settled();
      slices.settle(path, 10n, 0n);
    }
    expect(ledger.draws.map(({ need }) => need)).toEqual([10n, 0n]);
  });
});

describe('one draw at a time', () => {
  test('is made ahead', async () => {
    await slices.reserve(path, 10n);
    await settled();
    ledger.answer = () => new Promise(() => undefined);
    for (let count = 0; count < 32; count += 1) expect(slices.reserve(path, 10n)).toBeUndefined();
    expect(ledger.draws).toHaveLength(2);
  });

  test('is made for requests, which wait for the one made ahead', async () => {
    ledger.answer = grantingNeed();
    await slices.reserve(path, 10n);
    slices.settle(path, 10n, 0n);
    const ahead = gate<DrawAnswer>();
    ledger.answer = () => ahead.opened;
    expect(slices.reserve(path, 10n)).toBeUndefined();
    const pending = slices.reserve(path, 10n);
    await settled();
    expect(ledger.draws).toHaveLength(2);
    ahead.open({ outcome: 'granted', grantedTotal: 20n, validForMs: 1_000 });
    expect(await pending).toBeUndefined();
    expect(ledger.draws).toHaveLength(2);
  });
});

describe('a client that leaves', () => {
  test('leaves the queue at once, and those behind are served', async () => {
    ledger.answer = grantingNeed();
    await slices.reserve(path, 10n);
    const draw = gate<'lost'>();
    ledger.answer = () => draw.opened;
    const client = new AbortController();
    const large = slices.reserve(path, 50n, client.signal);
    const small = slices.reserve(path, 10n);
    slices.settle(path, 10n, 0n);
    await settled();
    client.abort();
    expect(await large).toBe('gone');
    expect(await small).toBeUndefined();
  });

  test('makes room for another to wait', async () => {
    ledger.answer = () => new Promise(() => undefined);
    const client = new AbortController();
    const pending = Array.from({ length: 4_096 }, () => slices.reserve(path, 1n, client.signal));
    client.abort();
    expect(new Set(await Promise.all(pending))).toEqual(new Set(['gone']));
    expect(slices.reserve(path, 1n)).toBeInstanceOf(Promise);
  });

  test('before it asked takes nothing', async () => {
    expect(slices.reserve(path, 10n, AbortSignal.abort())).toBe('gone');
    expect(ledger.draws).toEqual([]);
  });

  test('once it was served changes nothing', async () => {
    const client = new AbortController();
    expect(await slices.reserve(path, 10n, client.signal)).toBeUndefined();
    expect(getEventListeners(client.signal, 'abort')).toEqual([]);
    client.abort();
    slices.settle(path, 10n, 0n);
    await slices.returnAll();
    expect(ledger.returned(path)).toBe(330n);
  });

  test('does not hold up the others during a recall', async () => {
    ledger.answer = () => ({ outcome: 'short', recallId: 'r1', runs: ['other'] });
    const client = new AbortController();
    const first = slices.reserve(path, 10n, client.signal);
    const second = slices.reserve(path, 20n);
    await settled();
    client.abort();
    expect(await first).toBe('gone');
    ledger.answer = granting();
    recalls.note('r1', 'other');
    expect(await second).toBeUndefined();
    expect(ledger.draws.at(-1)).toMatchObject({ drawNo: 2n, need: 20n });
  });
});

test('with the ledger away requests are served to the end of the slice', async () => {
  ledger.answer = grantingNeed();
  await slices.reserve(path, 10n);
  const draw = gate<'lost'>();
  ledger.answer = () => draw.opened;
  const large = slices.reserve(path, 50n);
  const small = slices.reserve(path, 10n);
  slices.settle(path, 10n, 0n);
  draw.open('lost');
  expect(await Promise.all([large, small])).toEqual(['unreachable', undefined]);
  expect(ledger.draws).toHaveLength(2);
});

describe('paths of windows', () => {
  const yesterday = ['budget:key:1:2026-11-20', 'key:1'];
  const today = ['budget:key:1:2026-11-21', 'key:1'];
  const hourMs = 3_600_000;

  /** Serves one request of yesterday, whose slice then comes to rest. */
  async function spend(): Promise<void> {
    clock.ledgerMs = Date.parse('2026-11-20T12:00:00Z');
    await slices.reserve(yesterday, 10n);
    slices.settle(yesterday, 10n, 4n);
    clock.ms += hourMs;
    await slices.returnIdle();
  }

  test('are forgotten a day after anybody could name them, and never begin anew', async () => {
    await spend();
    clock.ledgerMs = Date.parse('2026-11-21T12:00:00Z');
    clock.ms += 25 * hourMs;
    await slices.returnIdle();
    clock.ledgerMs -= 25 * hourMs;
    expect(slices.reserve(yesterday, 10n)).toBe('overloaded');
    expect(await slices.reserve(today, 10n)).toBeUndefined();
  });

  test.each([
    ['while a zone still has that day', '2026-11-21T11:59:59Z', 25],
    ['while they were used within a day', '2026-11-25T12:00:00Z', 22],
  ])('are kept %s', async (_, ledgerTime, idleHours) => {
    await spend();
    clock.ledgerMs = Date.parse(ledgerTime);
    clock.ms += idleHours * hourMs;
    await slices.returnIdle();
    expect(await slices.reserve(yesterday, 10n)).toBeUndefined();
    expect(ledger.draws.at(-1)?.drawNo).toBe(2n);
  });

  test('are kept while a request of that day goes on', async () => {
    await spend();
    expect(await slices.reserve(yesterday, 10n)).toBeUndefined();
    clock.ledgerMs = Date.parse('2026-11-25T12:00:00Z');
    clock.ms += 25 * hourMs;
    await slices.returnIdle();
    slices.settle(yesterday, 10n, 7n);
    await slices.returnAll();
    const granted = await ledger.draws.reduce((sum, { want }) => sum + want, 0n);
    expect(ledger.returned(yesterday)).toBe(granted - 11n);
  });

  test('do not make room for other paths than those of windows', async () => {
    await slices.reserve(path, 10n);
    slices.settle(path, 10n, 10n);
    clock.ledgerMs = Date.parse('2036-11-25T12:00:00Z');
    for (let hours = 0; hours < 30; hours += 1) {
      clock.ms += hourMs;
      await slices.returnIdle();
    }
    await slices.reserve(path, 10n);
    expect(ledger.draws.at(-1)?.drawNo).toBe(2n);
  });
});

test('what a refused draw lacked can be told', async () => {
  ledger.answer = () => ({ outcome: 'empty', lacking: ['key:1'] });
  expect(slices.lacking(path)).toEqual([]);
  expect(await slices.reserve(path, 10n)).toBe('empty');
  expect(slices.lacking(path)).toEqual(['key:1']);
});
