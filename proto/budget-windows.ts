/**
 * The windows of budgets: days, weeks and months of a time zone. A window is named by its date there: `2026-11-21`,
 * `2026-W47` (an ISO week, which begins on Monday), `2026-11`.
 */
import { Period } from './gen/headgate/budget/v1/budget.ts';

/** Periods as configurations and tables name them. */
export const periods = { day: Period.DAY, week: Period.WEEK, month: Period.MONTH } as const;

export type PeriodName = keyof typeof periods;

/** The name of a period; undefined where none is said. */
export function periodName(period: Period): PeriodName | undefined {
  switch (period) {
    case Period.DAY:
      return 'day';
    case Period.WEEK:
      return 'week';
    case Period.MONTH:
      return 'month';
    case Period.UNSPECIFIED:
      return undefined;
  }
}

/** Whether this is the name of a time zone. Bare offsets are none: they know no quarter hours and no summer. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** The window in which a moment lies. Costs a tenth of a millisecond: on the hot path its answers are kept. */
export function windowAt(period: PeriodName, timeZone: string, atMs: number): string {
  const day = localDay(timeZone, atMs);
  switch (period) {
    case 'day':
      return dateOf(day);
    case 'week':
      return isoWeekOf(day);
    case 'month':
      return dateOf(day).slice(0, 7);
  }
}

/** The period that a window is one of, by the form of its name. */
export function periodOf(window: string): PeriodName {
  if (window.includes('W')) return 'week';
  return window.length === 'yyyy-mm'.length ? 'month' : 'day';
}

/** The date of the first day after a window. */
export function dateAfter(window: string): string {
  return dateOf(dayAfter(window));
}

/** The moment at which a window is over wherever on earth: its last day ends twelve hours west of Greenwich. */
export function overEverywhereAt(window: string): number {
  return dayAfter(window) + 12 * hourMs;
}

const hourMs = 60 * 60 * 1_000;
const dayMs = 24 * hourMs;

/** Days are counted as midnights in UTC, where each has 24 hours. */
function localDay(timeZone: string, atMs: number): number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  });
  const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(parts.get('year') ?? 0, (parts.get('month') ?? 0) - 1, parts.get('day'));
}

function dateOf(day: number): string {
  return new Date(day).toISOString().slice(0, 10);
}

/** Monday is 0. */
function weekdayOf(day: number): number {
  return (new Date(day).getUTCDay() + 6) % 7;
}

/** A week belongs to the year that has its Thursday. */
function isoWeekOf(day: number): string {
  const thursday = day + (3 - weekdayOf(day)) * dayMs;
  const year = new Date(thursday).getUTCFullYear();
  const week = 1 + Math.floor((thursday - Date.UTC(year, 0)) / (7 * dayMs));
  return `${year}-W${String(week).padStart(2, '0')}`;
}

function dayAfter(window: string): number {
  const [year = 0, number = 0, day = 0] = window.split(/-W?/).map(Number);
  switch (periodOf(window)) {
    case 'day':
      return Date.UTC(year, number - 1, day + 1);
    case 'week': {
      const fourth = Date.UTC(year, 0, 4);
      return fourth + (7 * number - weekdayOf(fourth)) * dayMs;
    }
    case 'month':
      return Date.UTC(year, number);
  }
}
