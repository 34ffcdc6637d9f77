import { WordsError } from './words-error.ts';

const unitsMs: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A moment as people write it: 2026-11-21T12:00Z, or so long before or after now: 90m, 24h, 7d. Unix milliseconds. */
export function readTime(text: string, side: 'before' | 'after', now = Date.now()): number {
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  if (count !== undefined) {
    const distance = Number(count) * (unitsMs[unit] ?? 0);
    return side === 'before' ? now - distance : now + distance;
  }
  const moment = readMoment(text);
  if (!Number.isNaN(moment)) return moment;
  throw new WordsError(`${text} is no time: write it as 2026-11-21T12:00Z, or as 90m, 24h or 7d.`);
}

/**
 * Unix milliseconds of a date, with a time or without, in UTC where no offset says otherwise. NaN of all else: `Date.parse` takes 7
 * for a July, rolls February 31 on, and reads a time without an offset by the clock of the machine.
 */
export function readMoment(text: string): number {
  const [day] = /^\d{4}-\d{2}-\d{2}(?=$|[T ])/.exec(text) ?? [];
  if (day === undefined) return Number.NaN;
  const midnight = Date.parse(`${day}T00:00Z`);
  const isDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
  if (!isDay) return Number.NaN;
  return Date.parse(text === day || /(Z|UTC|GMT|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}Z`);
}
