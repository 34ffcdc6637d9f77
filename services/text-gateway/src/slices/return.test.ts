import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createWorld, empty, gate, path } from './testing/scripted-ledger.ts';

let { ledger, slices, clock } = createWorld();
beforeEach(() => {
  ({ ledger, slices, clock } = createWorld());
});

test('what was not consumed is handed back', async () => {
  await slices.reserve(path, 10n);
  slices.settle(path, 10n, 4n);
  await slices.returnAll();
  expect(ledger.returned(path)).toBe(326n);
});

describe('idle slices', () => {
  test('are handed back, busy ones are not', async () => {
    await slices.reserve(path, 10n);
    await slices.returnIdle();
    expect(ledger.told.size).toBe(0);
    clock.ms = 20_000;
    await slices.returnIdle();
    expect(ledger.returned(path)).toBe(320n);
  });

  test('are told once, and go on where they were when they are used again', async () => {
    await slices.reserve(path, 10n);
    clock.ms = 20_000;
    await slices.returnIdle();
    await slices.returnIdle();
    expect(ledger.told.get(path.join())).toEqual([320n]);
    slices.settle(path, 10n, 3n);
    await slices.returnIdle();
    expect(ledger.told.get(path.join())).toEqual([320n, 327n]);
    expect(await slices.reserve(path, 10n)).toBeUndefined();
    expect(ledger.draws.at(-1)).toMatchObject({ drawNo: 2n, need: 10n });
    await slices.returnAll();
    expect(ledger.returned(path)).toBe(647n);
  });

  test('are told again when that failed', async () => {
    await slices.reserve(path, 10n);
    clock.ms = 20_000;
    const { return: told } = ledger;
    ledger.return = () => Promise.reject(new Error('away'));
    await expect(slices.returnIdle()).rejects.toThrow('away');
    ledger.return = told;
    await slices.returnIdle();
    expect(ledger.returned(path)).toBe(320n);
  });

  test('with nothing left to hand back are not looked at until they are used again', async () => {
    const looks = vi.fn(() => true);
    await slices.reserve(Object.assign([...path], { some: looks }), 10n);
    clock.ms = 20_000;
    await slices.recall('r1', ['key:1']);
    expect(looks).toHaveBeenCalledTimes(1);
    clock.ms = 30_000;
    await slices.returnIdle();
    await slices.recall('r2', ['key:1']);
    expect(looks).toHaveBeenCalledTimes(1);
    slices.settle(path, 10n, 0n);
    await slices.recall('r3', ['key:1']);
    expect(looks).toHaveBeenCalledTimes(2);
    expect(ledger.returned(path)).toBe(330n);
  });

  test('are handed back by one message at a time', async () => {
    await slices.reserve(path, 10n);
    clock.ms = 20_000;
    const { return: told } = ledger;
    const away = gate<void>();
    ledger.return = async (batch) => {
      await away.opened;
      await told(batch);
    };
    const returns = [slices.returnIdle(), slices.returnIdle()];
    away.open();
    await Promise.all(returns);
    expect(ledger.told.get(path.join())).toEqual([320n]);
  });
});

describe('a return', () => {
  test('that failed is told again with the next one', async () => {
    await slices.reserve(path, 10n);
    const { return: told } = ledger;
    ledger.return = () => Promise.reject(new Error('away'));
    await expect(slices.returnAll()).rejects.toThrow('away');
    ledger.return = told;
    await slices.returnAll();
    expect(ledger.returned(path)).toBe(320n);
  });

  test('confirms what it told, not what came free meanwhile', async () => {
    await slices.reserve(path, 10n);
    const { return: told } = ledger;
    const first = gate<void>();
    ledger.return = () => first.opened;
    const pending = slices.returnAll();
    slices.settle(path, 10n, 0n);
    ledger.return = () => Promise.reject(new Error('away'));
    await expect(slices.returnAll()).rejects.toThrow('away');
    first.open();
    await pending;
    ledger.return = told;
    await slices.returnAll();
    expect(ledger.returned(path)).toBe(330n);
  });

  test('that would say nothing new is not sent', async () => {
    await slices.reserve(path, 10n);
    await slices.returnAll();
    await slices.returnAll();
    expect(ledger.told.get(path.join())).toEqual([320n]);
  });
});

describe('what a database that was set back has forgotten', () => {
  test('is told once more when the idle time has passed again', async () => {
    await slices.reserve(path, 10n);
    slices.settle(path, 10n, 4n);
    clock.ms = 20_000;
    await slices.returnIdle();
    clock.ms = 29_999;
    await slices.returnIdle();
    expect(ledger.told.get(path.join())).toEqual([326n]);
    clock.ms = 30_000;
    await slices.returnIdle();
    clock.ms = 60_000;
    await slices.returnIdle();
    expect(ledger.told.get(path.join())).toEqual([326n, 326n]);
  });

  test('is told again soon after a draw was refused, also of a slice in use', async () => {
    await slices.reserve(path, 10n);
    slices.settle(path, 10n, 4n);
    clock.ms = 20_000;
    await slices.returnIdle();
    clock.ms = 40_000;
    await slices.returnIdle();
    ledger.answer = empty;
    expect(await slices.reserve(path, 10n)).toBe('empty');
    await slices.returnIdle();
    await slices.returnIdle();
    expect(ledger.told.get(path.join())).toEqual([326n, 326n, 326n]);
  });

  test('is nothing where nothing was handed back', async () => {
    ledger.answer = empty;
    expect(await slices.reserve(path, 10n)).toBe('empty');
    await slices.returnIdle();
    expect(ledger.told.size).toBe(0);
  });
});
