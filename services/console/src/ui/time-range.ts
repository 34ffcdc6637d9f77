import type { Since } from '../api/since.ts';

const hour = 3_600;
const day = 24 * hour;

/** Times that end now, by name. */
export const ranges = {
  hour: { seconds: hour, word: 'range.hour', short: 'range.shortHour' },
  day: { seconds: day, word: 'range.day', short: 'range.shortDay' },
  week: { seconds: 7 * day, word: 'range.week', short: 'range.shortWeek' },
  month: { seconds: 30 * day, word: 'range.month', short: 'range.shortMonth' },
  quarter: { seconds: 90 * day, word: 'range.quarter', short: 'range.shortQuarter' },
} as const;

export type Range = keyof typeof ranges;

/** Ends are whole minutes, so that looking again within one asks for the same. */
const stepSeconds = 60;

export interface Bounds {
  /** Unix seconds, both included. */
  from: number;
  until: number;
}

/**
 * The seconds that a range has at a moment. A longer one than an hour begins with a whole hour: statistics count it whole, and
 * what else is shown of the range shall add up to them.
 */
export function boundsOf(range: Range, nowMs: number = Date.now()): Bounds {
  const until = Math.ceil(nowMs / 1_000 / stepSeconds) * stepSeconds;
  const { seconds } = ranges[range];
  const from = until - seconds;
  return { from: seconds > hour ? from - (from % hour) : from, until };
}

/** How far back a range looks whenever it is asked for; all the time where it is none. */
export function sinceOf(range: Range | 'all'): Since {
  return { name: range, from: () => (range === 'all' ? undefined : boundsOf(range).from) };
}

/** The same length, just before. */
export function boundsBefore({ from, until }: Bounds): Bounds {
  return { from: from - (until - from), until: from - 1 };
}
