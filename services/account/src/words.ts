import { z } from 'zod';

/** UTF-16 units. */
export const longestName = 200;

export const nameForm = /^[^\s\p{Cc}]([^\p{Cc}]*[^\s\p{Cc}])?$/u;

/** What things are called: visible text without space at its ends. */
export const name = z
  .string()
  .min(1, 'must not be empty')
  .max(longestName, `must have at most ${longestName} characters`)
  .regex(nameForm, 'must be one line of text without space at its ends');

/** A secret in a file: never empty, which is what a forgotten environment variable looks like. */
export const secret = z.string().min(1, 'must not be empty').max(4096, 'must have at most 4096 characters');

/** A secret that travels in a header: what a secret file adds around it would be refused there. */
export const credential = z
  .string()
  .transform((text) => text.trim())
  .pipe(secret);

/** A whole number that PostgreSQL and protobuf hold in 32 bits. */
export const count = z.int().min(0).max(2_147_483_647);

/** A time in seconds, fractions allowed, as whole milliseconds: at most a day. */
export const seconds = z
  .number()
  .min(0.001, 'must be at least 0.001 seconds')
  .max(86_400, 'must be at most 86,400 seconds')
  .describe('Seconds')
  .transform((value) => Math.round(value * 1_000));

/** A section or list that may be left out or left empty. */
export function optionalList<T extends z.ZodType>(item: T) {
  return z
    .array(item)
    .nullish()
    .transform((items) => items ?? []);
}

export function optionalMap<T extends z.ZodType>(item: T) {
  return z
    .record(name, item)
    .nullish()
    .transform((items) => items ?? ({} as Record<string, z.output<T>>));
}
