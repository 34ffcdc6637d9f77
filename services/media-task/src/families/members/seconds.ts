import type { Fields } from '../fields.ts';
import { refuse, show } from '../refuse.ts';

/** No task is longer: a price cannot overflow, whatever a client asks. */
const longestSeconds = 3_600;

export interface SecondsRule {
  /** The member that counts when both are given and differ. */
  native: 'seconds' | 'duration';
  min?: number;
  max?: number;
  /** Fractions are taken as they are; else whole numbers alone. */
  fractions?: true;
}

/**
 * How long a video shall be, in milliseconds, from `seconds` or `duration`; undefined where neither is given. Out of
 * range is refused, never clamped.
 */
export function readSeconds(fields: Fields, rule: SecondsRule): number | undefined {
  const other = rule.native === 'seconds' ? 'duration' : 'seconds';
  return readSecondsIn(fields, rule.native, rule) ?? readSecondsIn(fields, other, rule);
}

/** The same from one member, whatever its name. */
export function readSecondsIn(
  fields: Fields,
  name: string,
  rule: Omit<SecondsRule, 'native'>,
): number | undefined {
  const value = fields[name];
  if (value === undefined || value === null || value === '') return undefined;
  const { min = 1, max = longestSeconds, fractions = false } = rule;
  const number = toNumber(value);
  const kind = fractions ? 'a number' : 'a whole number';
  const isKind = number !== undefined && (fractions || Number.isInteger(number));
  if (!isKind || number < min || number > max) {
    const range = rule.max === undefined ? `of at least ${min}` : `from ${min} to ${max}`;
    refuse(name, `${name} is ${show(value)}; it must be ${kind} ${range}, in seconds.`);
  }
  return Math.round(number * 1_000);
}

/** Decimal digits alone: neither `5s` nor `1e3`, and no sign. */
function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d{1,9}(\.\d{1,9})?$/.test(value) ? Number(value) : undefined;
}
