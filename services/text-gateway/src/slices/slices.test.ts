import { createLog } from '@headgate/runtime/log';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createRecallBoard, type RecallBoard } from './recall.ts';
import { createSlices, type DrawAnswer, type SliceLedger, type Slices } from './slices.ts';

/** Scripted answers; the slice rules of the ledger itself are tested there. */
interface Script extends SliceLedger {
  draws: { drawNo: bigint; need: bigint; want: bigint }[];
  returned: Map<string, bigint>;
  answer: (need: bigint, want: bigint) => DrawAnswer | 'lost';
}

let script: Script;
let recalls: RecallBoard;
let slices: Slices;
let clock: number;
const announced: string[] = [];
const path = ['key:1', 'user:1'];

function granting(): (need: bigint, want: bigint) => DrawAnswer {
  let total = 0n;
  return (_need, want) => {
    total += want;
    return { outcome: 'granted', grantedTotal: total, validForMs: 1_000 };
  };
}

beforeEach(() => {
  clock = 0;
  announced.length = 0;
  script = {
    draws: [],
    returned: new Map(),
    answer: granting(),
    async draw({ drawNo, need, want }) {
      script.draws.push({ drawNo, need, want });
      const answer = script.answer(need, want);
      if (answer === 'lost') throw new Error('the answer was lost');
      return answer;
    },
    async return(batch) {
      for (const { path: returned, returnedTotal } of batch)
        script.returned.set(returned.join(), returnedTotal);
    },
  };
  recalls = createRecallBoard((recallId) => announced.push(recallId));
  slices = createSlices({
    ledger: script,
    recalls,
    log: createLog('test', 'silent'),
    now: () => clock,
    idleMs: 10_000,
    recallWaitMs: 50,
    onValid: () => undefined,
  });
});

test('the first request draws with headroom, the next ones need no draw', async () => {
  expect(await slices.reserve(path, 10n)).toBeUndefined();
  expect(script.draws).toEqual([{ drawNo: 1n, need: 10n, want: 330n }]);
  expect(slices.reserve(path, 10n)).toBeUndefined();
  expect(script.draws).toHaveLength(1);
});

test('what was not consumed is free again', async () => {
  await slices.reserve(path, 10n);
  slices.settle(path, 10n, 4n);
  await slices.returnAll();
  expect(script.returned.get('key:1,user:1')).toBe(326n);
});

test('a draw whose answer was lost keeps its number', async () => {
  script.answer = () => 'lost';
  expect(await slices.reserve(path, 10n)).toBe('unreachable');
  script.answer = granting();
  expect(await slices.reserve(path, 10n)).toBeUndefined();
  expect(script.draws.map(({ drawNo }) => drawNo)).toEqual([1n, 1n]);
});

test('an empty purse refuses all who wait for as much, with one draw', async () => {
  script.answer = () => ({ outcome: 'empty' });
  const refusals = await Promise.all([1, 2, 3].map(() => slices.reserve(path, 10n)));
  expect(refusals).toEqual(['empty', 'empty', 'empty']);
  expect(script.draws).toHaveLength(1);
});

test('a refusal is not remembered: the next request asks again', async () => {
  script.answer = () => ({ outcome: 'empty' });
  expect(await slices.reserve(path, 10n)).toBe('empty');
  script.answer = granting();
  expect(await slices.reserve(path, 10n)).toBeUndefined();
});

test('a smaller request may still fit where a larger one does not', async () => {
  script.answer = (need) =>
    need > 5n ? { outcome: 'empty' } : { outcome: 'granted', grantedTotal: 5n, validForMs: 1_000 };
  const large = slices.reserve(path, 10n);
  const small = slices.reserve(path, 5n);
  expect(await Promise.all([large, small])).toEqual(['empty', undefined]);
});

describe('short', () => {
  const short: DrawAnswer = { outcome: 'short', recallId: 'r1', runs: ['other'] };

  test('waits for the runs that were recalled, then draws once more', async () => {
    script.answer = () => short;
    const pending = slices.reserve(path, 10n);
    await vi.waitFor(() => expect(script.draws).toHaveLength(1));
    script.answer = granting();
    recalls.note('r1', 'other');
    expect(await pending).toBeUndefined();
    expect(script.draws.map(({ drawNo }) => drawNo)).toEqual([1n, 2n]);
  });

  test('an answer that came before the draw said who to wait for counts', async () => {
    recalls.note('r1', 'other');
    script.answer = () => short;
    expect(await slices.reserve(path, 10n)).toBe('empty');
    expect(script.draws).toHaveLength(2);
  });

  test('gives up after the wait when a run stays silent', async () => {
    script.answer = () => short;
    expect(await slices.reserve(path, 10n)).toBe('empty');
    expect(script.draws).toHaveLength(2);
  });

  test('no headroom is drawn while others run short', async () => {
    script.answer = () => short;
    await slices.reserve(path, 10n);
    script.answer = granting();
    await slices.reserve(path, 10n);
    expect(script.draws.at(-1)?.want).toBe(10n);
  });
});

test('a recall hands back what is free, keeps what is reserved, and is answered', async () => {
  await slices.reserve(path, 10n);
  await slices.recall('r9', ['user:1']);
  expect(script.returned.get('key:1,user:1')).toBe(320n);
  expect(announced).toEqual(['r9']);
  await slices.recall('r10', ['user:2']);
  expect(announced).toEqual(['r9', 'r10']);
});

test('idle slices are handed back, busy ones are not', async () => {
  await slices.reserve(path, 10n);
  await slices.returnIdle();
  expect(script.returned.size).toBe(0);
  clock = 20_000;
  await slices.returnIdle();
  expect(script.returned.get('key:1,user:1')).toBe(320n);
});

test('a return that failed is told again with the next one', async () => {
  await slices.reserve(path, 10n);
  const told = script.return;
  script.return = async () => {
    throw new Error('away');
  };
  await expect(slices.returnAll()).rejects.toThrow('away');
  script.return = told;
  await slices.returnAll();
  expect(script.returned.get('key:1,user:1')).toBe(320n);
});

test('more than the bound do not wait', async () => {
  script.answer = () => 'lost';
  script.draw = () => new Promise(() => undefined);
  const pending = Array.from({ length: 4_096 }, () => slices.reserve(path, 1n));
  expect(slices.reserve(path, 1n)).toBe('overloaded');
  expect(pending).toHaveLength(4_096);
});

test('headroom is drawn ahead, without need, before it runs out', async () => {
  await slices.reserve(path, 10n);
  await new Promise(setImmediate);
  for (let count = 0; count < 30; count += 1) slices.reserve(path, 10n);
  await vi.waitFor(() => expect(script.draws.length).toBeGreaterThan(1));
  expect(script.draws[1]).toMatchObject({ drawNo: 2n, need: 0n });
});
