import { expect, test } from 'vitest';
import { mostShares, type NamedRow, others, sumByName, sumOf } from './measures.ts';

const rowOf = (number: number, of: Partial<NamedRow> = {}): NamedRow => ({
  created_at: 0,
  name: `model-${number}`,
  model_name: `model-${number}`,
  count: 2,
  failed: 1,
  token_used: 10,
  quota: number,
  refunded: 0,
  duration_ms: number,
  first_byte_ms: 1,
  ...of,
});
const rowsOf = (count: number): NamedRow[] => Array.from({ length: count }, (_, number) => rowOf(number));

test('of thousands of names the dearest are told apart, and all others are one, so that nothing is missing', () => {
  const rows = [...rowsOf(3_000), rowOf(0, { quota: 5_000 })];
  const shares = sumByName(rows);
  expect(shares).toHaveLength(mostShares);
  expect(shares.slice(0, 2).map(({ name }) => name)).toEqual(['model-0', 'model-2999']);
  expect(shares.at(-1)).toMatchObject({ name: others, sums: { requests: 2 * 2_901 } });
  const spent = shares.reduce((sum, { sums }) => sum + sums.spend, 0);
  expect(spent).toBe(sumOf(rows).spend);
});

test('what came as one already is the last, however much it is', () => {
  const folded = rowOf(0, { name: others, quota: 1_000_000 });
  const few = sumByName([folded, ...rowsOf(3)]);
  expect(few.map(({ name }) => name)).toEqual(['model-2', 'model-1', 'model-0', others]);
  const shares = sumByName([folded, ...rowsOf(mostShares)]);
  expect(shares).toHaveLength(mostShares);
  expect(shares.at(-1)).toMatchObject({ name: others, sums: { requests: 2 * 2, spend: 1_000_000 } });
});

test('as many names as can be shown are all told apart', () => {
  expect(sumByName(rowsOf(mostShares)).map(({ name }) => name)).not.toContain(others);
});
