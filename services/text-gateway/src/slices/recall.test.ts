import { beforeEach, describe, expect, test } from 'vitest';
import type { DrawAnswer } from './slices.ts';
import { createWorld, gate, grantingNeed, path, settled } from './testing/scripted-ledger.ts';

let { ledger, slices, recalls, announced } = createWorld();
beforeEach(() => {
  ({ ledger, slices, recalls, announced } = createWorld());
});

describe('a recall', () => {
  test('hands back what is free, keeps what is reserved, and is answered', async () => {
    await slices.reserve(path, 10n);
    await slices.recall('r9', ['user:1']);
    expect(ledger.returned(path)).toBe(320n);
    expect(announced).toEqual(['r9']);
    await slices.recall('r10', ['user:2']);
    expect(announced).toEqual(['r9', 'r10']);
  });

  test('touches no other purses', async () => {
    await slices.reserve(path, 10n);
    await slices.recall('r1', ['user:2']);
    expect(ledger.returned(path)).toBeUndefined();
    expect(announced).toEqual(['r1']);
  });

  test('leaves what is free to those who wait here', async () => {
    ledger.answer = grantingNeed();
    await slices.reserve(path, 10n);
    ledger.answer = () => ({ outcome: 'short', recallId: 'r1', runs: ['other'] });
    const pending = slices.reserve(path, 30n);
    await settled();
    slices.settle(path, 10n, 0n);
    await slices.recall('r2', ['key:1']);
    expect(ledger.returned(path)).toBeUndefined();
    ledger.answer = grantingNeed(10n);
    recalls.note('r1', 'other');
    expect(await pending).toBeUndefined();
    expect(ledger.draws.at(-1)?.need).toBe(20n);
  });

  test('waits for a draw ahead, and hands back what it was granted', async () => {
    ledger.answer = grantingNeed();
    await slices.reserve(path, 10n);
    slices.settle(path, 10n, 0n);
    const ahead = gate<DrawAnswer>();
    ledger.answer = () => ahead.opened;
    expect(slices.reserve(path, 10n)).toBeUndefined();
    const answered = slices.recall('r1', ['key:1']);
    await settled();
    expect(announced).toEqual([]);
    ahead.open({ outcome: 'granted', grantedTotal: 40n, validForMs: 1_000 });
    await answered;
    expect(ledger.returned(path)).toBe(30n);
    expect(announced).toEqual(['r1']);
  });

  test('waits for a draw ahead, and leaves of it what requests that came meanwhile need', async () => {
    ledger.answer = grantingNeed();
    await slices.reserve(path, 10n);
    slices.settle(path, 10n, 0n);
    const ahead = gate<DrawAnswer>();
    ledger.answer = () => ahead.opened;
    expect(slices.reserve(path, 10n)).toBeUndefined();
    const answered = slices.recall('r1', ['key:1']);
    await settled();
    const pending = slices.reserve(path, 10n);
    ahead.open({ outcome: 'granted', grantedTotal: 330n, validForMs: 1_000 });
    await answered;
    expect(await pending).toBeUndefined();
    expect(ledger.returned(path)).toBe(310n);
  });

  test('waits for the draw of a request, and hands back what that leaves', async () => {
    const draw = gate<DrawAnswer>();
    ledger.answer = () => draw.opened;
    const pending = slices.reserve(path, 10n);
    const answered = slices.recall('r1', ['key:1']);
    draw.open({ outcome: 'granted', grantedTotal: 330n, validForMs: 1_000 });
    await answered;
    expect(await pending).toBeUndefined();
    expect(ledger.returned(path)).toBe(320n);
  });

  test('is answered while a request waits for units of others', async () => {
    ledger.answer = () => ({ outcome: 'short', recallId: 'r1', runs: ['silent'] });
    const pending = slices.reserve(path, 10n);
    await settled();
    await slices.recall('r2', ['key:1']);
    expect(announced).toEqual(['r2']);
    expect(await pending).toBe('empty');
  });

  test('is not answered when the return fails', async () => {
    await slices.reserve(path, 10n);
    ledger.return = () => Promise.reject(new Error('away'));
    await expect(slices.recall('r1', ['key:1'])).rejects.toThrow('away');
    expect(announced).toEqual([]);
  });
});
