import { expect, test } from 'vitest';
import type { Told } from './callback-receiver.ts';
import { checkCallbacks } from './check-callbacks.ts';
import { products } from './configuration.ts';
import type { Submitted } from './load.ts';

const asked: Submitted = {
  product: products[0],
  requestId: 'r',
  status: 200,
  taskId: 't',
  isLeftOpen: false,
  idempotencyKey: null,
  creates: 1,
  wantsCallback: true,
  fate: 'completed',
  shown: { status: 'completed', progress: 100, isUnknown: false },
  wrong: [],
};
const heard = (changes: Partial<Told> = {}): Told => ({
  taken: 1,
  refused: 0,
  states: new Set(['completed']),
  ...changes,
});

function check(heardOf: Told | undefined, seen: Partial<Submitted> = {}): string[] {
  const told = new Map(heardOf && [['t', heardOf]]);
  return checkCallbacks({ told, wrong: [] }, [{ ...asked, ...seen }]);
}

test.each([1, 2])('whoever was told %s times how its task ended lacks nothing', (taken) => {
  expect(check(heard({ taken, refused: 3 }))).toEqual([]);
});

test('who wished for nothing, or knows of no task, is told of nothing', () => {
  expect(check(undefined, { wantsCallback: false })).toEqual([]);
  expect(check(undefined, { taskId: null })).toEqual([]);
});

test.each<[what: string, heardOf: Told | undefined, line: string]>([
  ['no delivery', undefined, 't: no callback was delivered'],
  ['none that was taken', heard({ taken: 0, refused: 9 }), 't: no callback was delivered'],
  ['another end', heard({ states: new Set(['failed']) }), 't is completed, and its callback says failed'],
  [
    'two ends',
    heard({ states: new Set(['completed', 'failed']) }),
    't is completed, and its callback says completed and failed',
  ],
])('%s is a violation', (_, heardOf, line) => {
  expect(check(heardOf)).toEqual([line]);
});

test('a delivery that no client would believe is a violation', () => {
  expect(checkCallbacks({ told: new Map(), wrong: ['unsigned'] }, [])).toEqual(['unsigned']);
});
