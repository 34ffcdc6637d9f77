import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { DrawAnswer } from './slices.ts';
import {
  createWorld,
  empty,
  gate,
  granting,
  grantingNeed,
  lost,
  path,
  settled,
} from './testing/scripted-ledger.ts';

let { ledger, slices, recalls } = createWorld();
beforeEach(() => {
  ({ ledger, slices, recalls } = createWorld());
});

const needs = (): bigint[] => ledger.draws.map(({ need }) => need);
const numbers = (): bigint[] => ledger.draws.map(({ drawNo }) => drawNo);

test('a draw whose answer was lost keeps its number', async () => {
  ledger.answer = lost;
  expect(await slices.reserve(path, 10n)).toBe('unreachable');
  ledger.answer = granting();
  expect(await slices.reserve(path, 10n)).toBeUndefined();
  expect(numbers()).toEqual([1n, 1n]);
});

test('an empty purse refuses all who wait for as much, with one draw', async () => {
  ledger.answer = empty;
  const refusals = await Promise.all([1, 2, 3].map(() => slices.reserve(path, 10n)));
  expect(refusals).toEqual(['empty', 'empty', 'empty']);
  expect(ledger.draws).toHaveLength(1);
});

test('a refusal is not remembered: the next request asks again', async () => {
  ledger.answer = empty;
  expect(await slices.reserve(path, 10n)).toBe('empty');
  ledger.answer = granting();
  expect(await slices.reserve(path, 10n)).toBeUndefined();
});

test('a smaller request may still fit where a larger one does not', async () => {
  ledger.answer = (need) => (need > 5n ? { outcome: 'empty' } : granting()(need, need));
  const large = slices.reserve(path, 10n);
  const small = slices.reserve(path, 5n);
  expect(await Promise.all([large, small])).toEqual(['empty', undefined]);
});

test('requests of a key that the ledger does not know are refused, and nothing is left to learn', async () => {
  ledger.answer = () => {
    throw new FaultError(fault('unknown_purse'));
  };
  expect(await slices.reserve(path, 10n)).toBe('unreachable');
  await slices.returnAll();
  expect(ledger.draws).toHaveLength(1);
});

describe('short', () => {
  const short: DrawAnswer = { outcome: 'short', recallId: 'r1', runs: ['other'] };

  test('waits for the runs that were recalled, then draws once more', async () => {
    ledger.answer = () => short;
    const pending = slices.reserve(path, 10n);
    await vi.waitFor(() => expect(ledger.draws).toHaveLength(1));
    ledger.answer = granting();
    recalls.note('r1', 'other');
    expect(await pending).toBeUndefined();
    expect(numbers()).toEqual([1n, 2n]);
  });

  test('hands back what is too little for the first who waits, and then needs all of it', async () => {
    ledger.answer = grantingNeed();
    await slices.reserve(path, 10n);
    slices.settle(path, 10n, 6n);
    ledger.answer = () => short;
    const pending = slices.reserve(path, 10n);
    await settled();
    expect(ledger.returned(path)).toBe(4n);
    ledger.answer = grantingNeed(10n);
    recalls.note('r1', 'other');
    expect(await pending).toBeUndefined();
    expect(needs()).toEqual([10n, 6n, 10n]);
  });

  test('draws for the last time only after its rest was handed back', async () => {
    ledger.answer = grantingNeed();
    await slices.reserve(path, 10n);
    slices.settle(path, 10n, 6n);
    const told = gate<void>();
    ledger.return = () => told.opened;
    ledger.answer = () => short;
    recalls.note('r1', 'other');
    const pending = slices.reserve(path, 10n);
    await settled();
    expect(ledger.draws).toHaveLength(2);
    ledger.answer = grantingNeed(10n);
    told.open();
    expect(await pending).toBeUndefined();
  });

  test('an answer that came before the draw said who to wait for counts', async () => {
    recalls.note('r1', 'other');
    ledger.answer = () => short;
    expect(await slices.reserve(path, 10n)).toBe('empty');
    expect(ledger.draws).toHaveLength(2);
  });

  test('gives up after the wait when a run stays silent', async () => {
    ledger.answer = () => short;
    expect(await slices.reserve(path, 10n)).toBe('empty');
    expect(ledger.draws).toHaveLength(2);
  });

  test('no headroom is drawn while others run short', async () => {
    ledger.answer = () => short;
    await slices.reserve(path, 10n);
    ledger.answer = granting();
    await slices.reserve(path, 10n);
    expect(ledger.draws.at(-1)?.want).toBe(10n);
  });

  test('only those are refused for whom as much was drawn for', async () => {
    ledger.answer = grantingNeed();
    await slices.reserve(path, 10n);
    ledger.answer = () => short;
    const pending = [10n, 100n, 50n].map((amount) => slices.reserve(path, amount));
    await settled();
    slices.settle(path, 10n, 0n);
    ledger.answer = (need) => (need > 60n ? { outcome: 'empty' } : granting(10n)(need, need));
    recalls.note('r1', 'other');
    expect(await Promise.all(pending)).toEqual([undefined, 'empty', undefined]);
    expect(needs()).toEqual([10n, 10n, 100n, 50n]);
  });

  test('a request behind one that left gets a draw of its own before any wait', async () => {
    const waits = vi.spyOn(recalls, 'answered');
    const draw = gate<DrawAnswer>();
    ledger.answer = () => draw.opened;
    const client = new AbortController();
    const large = slices.reserve(path, 100n, client.signal);
    const small = slices.reserve(path, 10n);
    await settled();
    client.abort();
    ledger.answer = grantingNeed();
    draw.open(short);
    expect(await Promise.all([large, small])).toEqual(['gone', undefined]);
    expect(waits).not.toHaveBeenCalled();
  });

  test('who waited together is judged by one more draw for each size, without another wait', async () => {
    const waits = vi.spyOn(recalls, 'answered');
    ledger.answer = () => short;
    const pending = Array.from({ length: 20 }, (_, index) => slices.reserve(path, BigInt(100 - index)));
    pending.push(slices.reserve(path, 100n));
    expect(new Set(await Promise.all(pending))).toEqual(new Set(['empty']));
    expect(waits).toHaveBeenCalledTimes(1);
    expect(ledger.draws).toHaveLength(1 + 20);
  });

  test('who came after the wait gets a wait of its own', async () => {
    const waits = vi.spyOn(recalls, 'answered');
    recalls.note('r1', 'other');
    const last = gate<DrawAnswer>();
    const replies = [short, last.opened, short, granting()(10n, 10n)];
    ledger.answer = () => replies[ledger.draws.length - 1] ?? 'lost';
    const first = slices.reserve(path, 10n);
    await vi.waitFor(() => expect(ledger.draws).toHaveLength(2));
    const later = slices.reserve(path, 10n);
    last.open(short);
    expect(await Promise.all([first, later])).toEqual(['empty', undefined]);
    expect(waits).toHaveBeenCalledTimes(2);
    expect(numbers()).toEqual([1n, 2n, 3n, 4n]);
  });

  test('who came after the wait is refused at once when nothing is left', async () => {
    recalls.note('r1', 'other');
    const last = gate<DrawAnswer>();
    ledger.answer = () => (ledger.draws.length === 2 ? last.opened : short);
    const first = slices.reserve(path, 10n);
    await vi.waitFor(() => expect(ledger.draws).toHaveLength(2));
    const later = slices.reserve(path, 20n);
    last.open({ outcome: 'empty' });
    expect(await Promise.all([first, later])).toEqual(['empty', 'empty']);
    expect(ledger.draws).toHaveLength(2);
  });

  test('the ledger away at the last draw is no refusal of payment', async () => {
    ledger.answer = () => (ledger.draws.length === 1 ? short : 'lost');
    expect(await slices.reserve(path, 10n)).toBe('unreachable');
  });
});
