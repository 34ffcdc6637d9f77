import { beforeEach, describe, expect, test } from 'vitest';
import { createWorld, granting, lost, path, settled } from './testing/scripted-ledger.ts';

let { ledger, slices, clock, announced } = createWorld();
beforeEach(() => {
  ({ ledger, slices, clock, announced } = createWorld());
});

describe('a draw whose answer was lost', () => {
  /** The ledger grants, the answer is lost; asked again with the same number, it says the same total. */
  async function loseGrant(): Promise<void> {
    ledger.answer = lost;
    expect(await slices.reserve(path, 10n)).toBe('unreachable');
    ledger.answer = () => ({ outcome: 'granted', grantedTotal: 330n, validForMs: 1_000 });
  }

  const hands = {
    recall: () => slices.recall('r1', ['key:1']),
    returnIdle: () => {
      clock.ms = 20_000;
      return slices.returnIdle();
    },
    returnAll: () => slices.returnAll(),
  };

  test.each(Object.entries(hands))(
    '%s repeats it without a wish, and hands back what it was granted',
    async (_, hand) => {
      await loseGrant();
      await hand();
      expect(ledger.draws.at(-1)).toEqual({ drawNo: 1n, need: 0n, want: 0n });
      expect(ledger.returned(path)).toBe(330n);
    },
  );

  test.each(Object.entries(hands))(
    '%s fails when that cannot be learnt, and succeeds later',
    async (_, hand) => {
      await loseGrant();
      const known = ledger.answer;
      ledger.answer = lost;
      await expect(hand()).rejects.toThrow('what a lost draw was granted is not known');
      expect(announced).toEqual([]);
      ledger.answer = known;
      await hand();
      expect(ledger.returned(path)).toBe(330n);
    },
  );

  test('does not keep other slices from being handed back', async () => {
    const other = ['key:2', 'user:1'];
    await slices.reserve(other, 10n);
    ledger.answer = lost;
    expect(await slices.reserve(path, 10n)).toBe('unreachable');
    await expect(slices.recall('r1', ['user:1'])).rejects.toThrow();
    expect(ledger.returned(other)).toBe(320n);
  });

  test('is learnt once by all who ask', async () => {
    await loseGrant();
    await Promise.all([slices.recall('r1', ['key:1']), slices.recall('r2', ['key:1']), slices.returnAll()]);
    expect(ledger.draws).toHaveLength(2);
    expect(ledger.returned(path)).toBe(330n);
    expect(announced.sort()).toEqual(['r1', 'r2']);
  });

  test('is known when a request has drawn again', async () => {
    await loseGrant();
    expect(await slices.reserve(path, 10n)).toBeUndefined();
    await slices.returnAll();
    expect(ledger.draws).toHaveLength(2);
    expect(ledger.returned(path)).toBe(320n);
  });

  test('is learnt once', async () => {
    await loseGrant();
    await slices.returnAll();
    await slices.returnAll();
    expect(ledger.draws).toHaveLength(2);
  });

  test('is learnt even after the next one was refused: it may have come late', async () => {
    await loseGrant();
    ledger.answer = () => ({ outcome: 'empty' });
    expect(await slices.reserve(path, 10n)).toBe('empty');
    ledger.answer = () => ({ outcome: 'granted', grantedTotal: 330n, validForMs: 1_000 });
    await slices.recall('r1', ['key:1']);
    expect(ledger.returned(path)).toBe(330n);
  });

  test('by one replica and refused by another is learnt: the first may yet grant it', async () => {
    ledger.answer = () => ({ outcome: 'empty', isRepeated: true });
    expect(await slices.reserve(path, 10n)).toBe('empty');
    ledger.answer = () => ({ outcome: 'granted', grantedTotal: 330n, validForMs: 1_000 });
    await slices.returnAll();
    expect(ledger.returned(path)).toBe(330n);
  });

  test('serves those who wait for units of others, once it is learnt', async () => {
    await loseGrant();
    const known = ledger.answer;
    ledger.answer = () => ({ outcome: 'short', recallId: 'r1', runs: ['silent'] });
    const pending = slices.reserve(path, 10n);
    await settled();
    ledger.answer = known;
    await slices.recall('r2', ['key:1']);
    expect(ledger.draws).toHaveLength(3);
    expect(ledger.returned(path)).toBe(320n);
    expect(await pending).toBeUndefined();
  });

  test('was granted nothing when its repetition is refused', async () => {
    await loseGrant();
    ledger.answer = () => ({ outcome: 'empty' });
    await slices.recall('r1', ['key:1']);
    expect(announced).toEqual(['r1']);
    await slices.returnAll();
    expect(ledger.draws).toHaveLength(2);
  });

  test('that can never be learnt does not keep others from being learnt', async () => {
    const paths = Array.from({ length: 40 }, (_, index) => [`key:${index}`, 'user:1']);
    ledger.answer = lost;
    await Promise.all(paths.map((of) => slices.reserve(of, 10n)));
    ledger.answer = () => (ledger.draws.length === 41 ? 'lost' : granting()(0n, 330n));
    await expect(slices.returnAll()).rejects.toThrow();
    expect(ledger.returned(['key:0', 'user:1'])).toBeUndefined();
    expect(ledger.returned(['key:39', 'user:1'])).toBe(330n);
  });

  test('is not repeated for all slices while the ledger is away', async () => {
    ledger.answer = lost;
    const paths = Array.from({ length: 100 }, (_, index) => [`key:${index}`, 'user:1']);
    await Promise.all(paths.map((of) => slices.reserve(of, 10n)));
    await expect(slices.returnAll()).rejects.toThrow();
    expect(ledger.draws).toHaveLength(100 + 32);
    ledger.answer = granting();
    await slices.returnAll();
    expect(ledger.draws).toHaveLength(100 + 32 + 100);
  });
});
