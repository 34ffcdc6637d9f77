import { expect, test } from 'vitest';
import { readMoment, readTime } from './read-time.ts';

const now = Date.parse('2026-11-22T12:00:00Z');

test.each([
  ['90m', 'before', '2026-11-22T10:30:00Z'],
  ['24h', 'before', '2026-11-21T12:00:00Z'],
  ['7d', 'after', '2026-11-29T12:00:00Z'],
  ['2026-11-01T00:00Z', 'before', '2026-11-01T00:00:00Z'],
] as const)('%s %s now is %s', (text, side, moment) => {
  expect(readTime(text, side, now)).toBe(Date.parse(moment));
});

test.each(['', 'yesterday', '7w', '-1d'])('"%s" is no time', (text) => {
  expect(() => readTime(text, 'before', now)).toThrow('is no time');
});

test.each(['7', '12', 'May', '24 h', '2026', '2026-02-31', '2026-11-31T12:00Z'])(
  '%j is no moment',
  (text) => {
    expect(readMoment(text)).toBeNaN();
    expect(() => readTime(text, 'before')).toThrow(`${text} is no time`);
  },
);

test.each(['2026-11-21T12:00', '2026-11-21 12:00', '2026-11-21T12:00:00.000'])(
  '%s is in UTC, as dates are',
  (text) => {
    expect(readMoment(text)).toBe(Date.UTC(2026, 10, 21, 12));
  },
);

test.each(['2026-11-21 12:00 UTC', '2026-11-21 12:00 GMT', '2026-11-21 12:00Z', '2026-11-21 14:00 +0200'])(
  '%s says its offset itself',
  (text) => {
    expect(readMoment(text)).toBe(Date.UTC(2026, 10, 21, 12));
  },
);

test('a moment is a date, or a date and a time', () => {
  expect(readMoment('2026-11-21')).toBe(Date.UTC(2026, 10, 21));
  expect(readMoment('2028-02-29T12:00+02:00')).toBe(Date.UTC(2028, 1, 29, 10));
});
