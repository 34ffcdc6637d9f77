import { expect, test } from 'vitest';
import { type NamedRow, others, sumByName, sumOf } from './measures.ts';
import { mostBands, seriesOf } from './series.ts';

const hour = 3_600;
const noon = 1_763_812_800;

function row(name: string, at: number, changes: Partial<NamedRow> = {}): NamedRow {
  const counts = { count: 1, failed: 0, token_used: 10, quota: 100, refunded: 0 };
  const times = { duration_ms: 900, first_byte_ms: 200 };
  return { created_at: at, model_name: name, name, ...times, ...counts, ...changes };
}

test('every hour has a point, those without requests too', () => {
  const bounds = { from: noon + 60, until: noon + 3 * hour };
  const { span, bands, points } = seriesOf([row('a', noon), row('b', noon + 2 * hour)], bounds, 'requests');
  expect(span).toBe('hour');
  expect(bands).toEqual(['a', 'b']);
  expect(points.map(({ at, values }) => [at - noon, values.a, values.b])).toEqual([
    [0, 1, 0],
    [hour, 0, 0],
    [2 * hour, 0, 1],
    [3 * hour, 0, 0],
  ]);
});

test('a long time is shown by the day', () => {
  const midnight = noon - 12 * hour;
  const bounds = { from: midnight, until: midnight + 30 * 24 * hour - 1 };
  const { span, points } = seriesOf([row('a', midnight)], bounds, 'spend');
  expect(span).toBe('day');
  expect(points).toHaveLength(30);
  expect(points[0]?.values.a).toBe(100);
});

test('models beyond the most are one band together', () => {
  const rows = Array.from({ length: mostBands + 2 }, (_, n) => row(`m${n}`, noon, { quota: 100 - n }));
  const { bands, points } = seriesOf(rows, { from: noon, until: noon }, 'spend');
  expect(bands).toHaveLength(mostBands);
  expect(bands.at(-1)).toBe(others);
  const [point] = points;
  expect(Object.values(point?.values ?? {}).reduce<number>((sum, value) => sum + (value ?? 0), 0)).toBe(
    sumOf(rows).spend,
  );
  expect(point?.total).toBe(sumOf(rows).spend);
});

test('models that came as one already are the last band, however much they have', () => {
  const one = { from: noon, until: noon };
  const folded = row(others, noon, { quota: 9_000 });
  expect(seriesOf([folded, row('a', noon)], one, 'spend').bands).toEqual(['a', others]);
  const rows = Array.from({ length: mostBands }, (_, n) => row(`m${n}`, noon, { quota: 100 - n }));
  const { bands, points } = seriesOf([folded, ...rows], one, 'spend');
  expect(bands).toHaveLength(mostBands);
  expect(bands.at(-1)).toBe(others);
  expect(points[0]?.values[others]).toBe(9_000 + 100 - (mostBands - 1));
  expect(seriesOf([folded, row('a', noon)], one, 'failures').bands).toEqual([]);
});

test('a model without any of it has no band', () => {
  const { bands } = seriesOf([row('a', noon, { failed: 0 })], { from: noon, until: noon }, 'failures');
  expect(bands).toEqual([]);
});

test('what was given back was not spent', () => {
  expect(sumOf([row('a', noon, { quota: 100, refunded: 40 })])).toMatchObject({ spend: 60, refunded: 40 });
});

test('the dearest model stands first', () => {
  const rows = [row('a', noon), row('b', noon), row('b', noon + hour)];
  expect(sumByName(rows).map(({ name, sums }) => [name, sums.spend])).toEqual([
    ['b', 200],
    ['a', 100],
  ]);
});

test('an average weighs by requests, and of no requests there is none', () => {
  const rows = [
    row('a', noon, { count: 1, duration_ms: 1_000 }),
    row('a', noon, { count: 3, duration_ms: 600 }),
    row('b', noon, { count: 4, duration_ms: 2_400 }),
  ];
  const { bands, isAverage, points } = seriesOf(rows, { from: noon, until: noon + hour }, 'latency');
  expect([bands, isAverage]).toEqual([['a', 'b'], true]);
  expect(points.map(({ values, total }) => [values.a, values.b, total])).toEqual([
    [400, 600, 500],
    [undefined, undefined, undefined],
  ]);
});
