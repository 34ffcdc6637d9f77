import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { DrawAnswer } from './slices.ts';
import { createWorld, gate, granting, grantingNeed, lost, path, settled } from './testing/scripted-ledger.ts';

let { ledger, slices, clock, recalls, announced } = createWorld();
beforeEach(() => {
  ({ ledger, slices, clock, recalls, announced } = createWorld());
});

test('what was not consumed is handed back', async () => {
  await slices.reserve(path, 10n);
  slices.settle(path, 10n, 4n);
  await slices.returnAll();
  expect(ledger.returned(path)).toBe(326n);
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
