import { expect, test } from 'vitest';
import { boundsBefore, boundsOf } from './time-range.ts';

const hour = 3_600;
const nowMs = Date.UTC(2026, 10, 28, 9, 38, 7);

test.each(['day', 'week', 'month', 'quarter'] as const)(
  'a %s begins with an hour, as statistics do',
  (range) => {
    expect(boundsOf(range, nowMs).from % hour).toBe(0);
  },
);

test('no hour is counted in a time and in the one before', () => {
  const bounds = boundsOf('day', nowMs);
  expect(Math.floor(boundsBefore(bounds).until / hour)).toBe(bounds.from / hour - 1);
});

test('a range has all that its name says', () => {
  expect(boundsOf('day', nowMs)).toEqual({
    from: Date.UTC(2026, 10, 27, 9) / 1_000,
    until: Date.UTC(2026, 10, 28, 9, 39) / 1_000,
  });
  expect(boundsOf('hour', nowMs).from).toBe(Date.UTC(2026, 10, 28, 8, 39) / 1_000);
});
