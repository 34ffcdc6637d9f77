import { expect, test } from 'vitest';
import type { Derivation } from '../../api/bill.ts';
import { billAgrees } from './bill-agrees.ts';

const line = (what: string, quantity: number, rate_usd: string, per: number, usd: string) => {
  return { what, variant: '', quantity, rate_usd, per, usd };
};
const derivation: Derivation = {
  unpriced: '',
  input_tokens: 2,
  tier: 0,
  ratio: '0.8',
  ratio_of_model: false,
  lines: [
    line('inputFresh', 1_000, '0.15', 1_000_000, '0.00015'),
    line('outputVisible', 7, '0.6', 1_000_000, '0.0000042'),
  ],
  sum_usd: '0.0001542',
  exact_quota: '61.68',
  quota: 62,
};
const of = (changes: Partial<Derivation>, quota = 62) =>
  billAgrees({ kind: 'settle', quota, derivation: { ...derivation, ...changes } });

test('a bill whose parts come to what was booked agrees', () => {
  expect(of({})).toBe(true);
});

test('so does one whose sums are no decimals: thirds of a minute', () => {
  const minute = line('audio_input_minute', 20, '0.01', 60_000, '1/300000');
  const thirds = { lines: [minute], sum_usd: '1/300000', exact_quota: '4/3' };
  expect(of({ ...thirds, quota: 1 }, 1)).toBe(true);
  expect(of({ ...thirds, sum_usd: '1/30000', quota: 1 }, 1)).toBe(false);
  expect(of({ ...thirds, quota: 2 }, 2)).toBe(false);
});

test.each([
  ['a line', { lines: [line('inputFresh', 1_000, '0.15', 1_000_000, '0.00016')] }],
  ['a line that is missing', { lines: derivation.lines.slice(1) }],
  ['the sum', { sum_usd: '0.0001543' }],
  ['the ratio', { ratio: '1' }],
  ['the rounding', { quota: 63 }],
] as const)('one with something else for %s does not', (_what, changes) => {
  expect(of({ ...changes, lines: [...('lines' in changes ? changes.lines : derivation.lines)] })).toBe(false);
});

test('one with something else booked does not', () => {
  expect(of({}, 61)).toBe(false);
});

test('where there was no price nothing can be said, and what was interrupted is free', () => {
  expect(of({ unpriced: 'there was no such price version' })).toBeUndefined();
  expect(billAgrees({ kind: 'settle', quota: 5, derivation: null })).toBeUndefined();
  expect(billAgrees({ kind: 'interrupted', quota: 0, derivation })).toBe(true);
  expect(billAgrees({ kind: 'interrupted', quota: 3, derivation })).toBe(false);
});
