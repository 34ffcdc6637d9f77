import { expect, test } from 'vitest';
import { createFaultScript } from './script.ts';

const parameters = {};

test('the nth request from now meets the fault, once', () => {
  const script = createFaultScript();
  script.next('a');
  script.add({ model: 'a', kind: 'cut', nth: 2, parameters });
  const met = ['a', 'b', 'a', 'a'].map((model) => script.next(model)?.kind ?? null);
  expect(met).toEqual([null, null, 'cut', null]);
  expect(script.list()).toEqual([]);
});

test('without nth every request meets it until it is cleared', () => {
  const script = createFaultScript();
  script.add({ model: '*', kind: 'stall', nth: null, parameters });
  expect([script.next('a')?.kind, script.next('b')?.kind]).toEqual(['stall', 'stall']);
  expect(script.clear()).toBe(1);
  expect(script.next('a')).toBeNull();
});

test('of two faults that are due the older one is played and both are used up', () => {
  const script = createFaultScript();
  script.add({ model: 'a', kind: 'cut', nth: 1, parameters });
  script.add({ model: '*', kind: 'stall', nth: 1, parameters });
  expect(script.next('a')?.kind).toBe('cut');
  expect(script.next('a')).toBeNull();
});

test('clearing one model leaves the others', () => {
  const script = createFaultScript();
  script.add({ model: 'a', kind: 'cut', nth: null, parameters });
  script.add({ model: 'b', kind: 'cut', nth: null, parameters });
  expect(script.clear(({ model }) => model === 'a')).toBe(1);
  expect(script.list()).toMatchObject([{ model: 'b' }]);
});
