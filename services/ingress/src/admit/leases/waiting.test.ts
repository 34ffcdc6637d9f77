import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSharedConcurrency } from './shared-concurrency.ts';
import { createSharedRates } from './shared-rates.ts';
import { createSharingCounts } from './sharing-counts.ts';
import { createScriptedLink } from './testing/scripted-link.ts';

describe('who waits for an answer that another one asked for', () => {
  const ofAMinute = [1, 60_000, 1, 1, 1, 1, 0];
  const ofPlaces = [1, 1, 1];

  it('is let through by what is known here, when Valkey has gone meanwhile', async () => {
    const link = createScriptedLink();
    const rates = createSharedRates(60_000, link, createSharingCounts());
    const outcomes = [rates.take('a', 2), rates.take('a', 2), rates.take('a', 2)];
    // A question about another name was not answered in time, this one is.
    link.isThere = false;
    link.questions[0]?.answer(ofAMinute);
    expect(await Promise.all(outcomes)).toEqual([undefined, undefined, { retryAfterMs: expect.any(Number) }]);
    await rates.stop();
  });

  it('gets a place by what is known here, when Valkey has gone meanwhile', async () => {
    const link = createScriptedLink();
    const concurrency = createSharedConcurrency(link, createSharingCounts());
    const outcomes = [concurrency.enter('a', 2), concurrency.enter('a', 2), concurrency.enter('a', 2)];
    link.isThere = false;
    link.questions[0]?.answer(ofPlaces);
    expect(await Promise.all(outcomes)).toEqual([expect.any(Function), expect.any(Function), undefined]);
    await concurrency.stop();
  });
});

describe('requests that come at once, up to the limit', () => {
  afterEach(() => void vi.useRealTimers());

  it('get what came in hand while they waited, and are not refused for it', async () => {
    vi.useFakeTimers();
    const link = createScriptedLink();
    const rates = createSharedRates(60_000, link, createSharingCounts());
    const first = rates.take('a', 40);
    await vi.advanceTimersByTimeAsync(200);
    link.questions[0]?.answer([1, 59_800, 1, 1, 0, 1, 0]);
    await vi.advanceTimersByTimeAsync(0);
    const asked = link.questions.length;
    const outcomes = [first, ...Array.from({ length: 39 }, () => rates.take('a', 40))];
    const [declared = 0, ahead = 0] = link.questions[asked]?.args.slice(6).map(Number) ?? [];
    expect([declared, ahead >= 2]).toEqual([2, true]);
    link.questions[asked]?.answer([1, 59_800, 1, 4, 0, 4, 0]);
    await vi.advanceTimersByTimeAsync(0);
    const [counted = 0, , , ...demands] = link.questions[asked + 1]?.args.slice(6).map(Number) ?? [];
    expect([counted, demands.length]).toEqual([4, 36]);
    link.questions[asked + 1]?.answer([1, 59_800, 1, 40, 36, 40, 0]);
    expect(await Promise.all(outcomes)).toEqual(Array(40).fill(undefined));
    await rates.stop();
  });
});

describe('what was counted while Valkey was away', () => {
  afterEach(() => void vi.useRealTimers());

  it('is brought to it in portions when it is back', async () => {
    vi.useFakeTimers();
    const link = createScriptedLink();
    const rates = createSharedRates(60_000, link, createSharingCounts());
    link.isThere = false;
    for (let name = 0; name < 450; name += 1) expect(rates.take(`key ${name}`, 5)).toBeUndefined();
    link.join();
    const asked: number[] = [];
    while (link.questions.length < 450) {
      asked.push(link.questions.length);
      await vi.advanceTimersByTimeAsync(20);
    }
    expect(asked).toEqual([200, 400]);
    for (const { answer } of link.questions) answer([1, 60_000, 1, 1, 0, 1, 0]);
    await vi.advanceTimersByTimeAsync(1);
    await rates.stop();
  });

  it('is brought with what was counted before, of whatever minute still runs', async () => {
    vi.useFakeTimers();
    const link = createScriptedLink();
    const rates = createSharedRates(60_000, link, createSharingCounts());
    const outcome = rates.take('a', 5);
    link.questions[0]?.answer([1, 60_000, 1, 0, 1, 1, 0]);
    expect(await outcome).toBeUndefined();
    await vi.advanceTimersByTimeAsync(100);
    link.questions[1]?.answer([1, 60_000, 1, 1, 0, 1, 0]);
    // Long enough that nothing more is to be said of that name to a server that remembers it.
    await vi.advanceTimersByTimeAsync(20_000);
    const asked = link.questions.length;
    link.isThere = false;
    link.join();
    expect(link.questions.slice(asked).map(({ key, args }) => [key, args[6]])).toEqual([['rpm:a', '1']]);
    link.isThere = false;
    await vi.advanceTimersByTimeAsync(60_000);
    link.join();
    expect(link.questions).toHaveLength(asked + 1);
    await rates.stop();
  });
});

describe('a place that is given back while a question about others is under way', () => {
  afterEach(() => void vi.useRealTimers());

  it('is told to Valkey as soon as that is answered', async () => {
    vi.useFakeTimers();
    const link = createScriptedLink();
    const concurrency = createSharedConcurrency(link, createSharingCounts());
    const leave = await concurrency.enter('a', 40);
    expect(link.questions.map(declaredOf)).toEqual(['1']);
    leave?.();
    await vi.advanceTimersByTimeAsync(30);
    link.questions[0]?.answer([0, 1, 1]);
    // Long before all places are told of again.
    await vi.advanceTimersByTimeAsync(100);
    expect(link.questions.map(declaredOf)).toEqual(['1', '0']);
    link.questions[1]?.answer([0, 0, 0]);
    await concurrency.stop();
  });
});

describe('places that are given back while Valkey is away', () => {
  afterEach(() => void vi.useRealTimers());

  it.each<[string, number[] | undefined]>([
    ['it has counted', [0, 1, 1]],
    ['it may have counted, although its answer was lost', undefined],
  ])('are told to it when it is back, where %s', async (_, answer) => {
    vi.useFakeTimers();
    const link = createScriptedLink();
    const concurrency = createSharedConcurrency(link, createSharingCounts());
    const leave = await concurrency.enter('a', 40);
    if (answer) link.questions[0]?.answer(answer);
    else link.questions[0]?.lose();
    link.isThere = false;
    await vi.advanceTimersByTimeAsync(100);
    leave?.();
    await vi.advanceTimersByTimeAsync(20_000);
    link.join();
    await vi.advanceTimersByTimeAsync(100);
    expect(link.questions.map(declaredOf)).toEqual(['1', '0']);
    link.questions[1]?.answer([0, 0, 0]);
    // Then there is nothing more to say of that name.
    await vi.advanceTimersByTimeAsync(20_000);
    expect(link.questions).toHaveLength(2);
    await concurrency.stop();
  });
});

const declaredOf = ({ args }: { args: readonly string[] }): string | undefined => args[4];
