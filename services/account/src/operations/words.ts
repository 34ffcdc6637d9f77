import { z } from 'zod';

/** An operation that reads nothing of a request. */
export const noInput = z.object({});

/** An operation that answers success alone. */
export const nothing = z.void();

/** The id that a path or a query names. */
export const id = z
  .string()
  .regex(/^[1-9]\d{0,17}$/, 'is no id')
  .transform(BigInt);

/** Ids within a body are numbers. */
export const idNumber = z.int().min(1, 'is no id').transform(BigInt);

/** An id in an answer. */
export const idOut = z.bigint().transform(Number).pipe(z.int());

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** By which a change is made once, however often it is sent. */
export const changeId = z
  .string('is needed: a UUID of the change, the same when it is sent again')
  .regex(uuid, 'is no UUID')
  .toLowerCase();

/** Quota units in an answer: rounded where what upstreams counted comes to more than a number of JSON tells apart. */
export const unitsOut = z
  .bigint()
  .transform(Number)
  .pipe(z.number())
  .describe('Quota units: 500,000 are a US dollar');

/** `p` counts from 1. */
export const pageQuery = {
  p: z
    .string()
    .regex(/^\d{1,7}$/, 'must be a whole number')
    .transform((text) => Math.max(1, Number(text)))
    .default(1),
  page_size: z
    .string()
    .regex(/^\d{1,7}$/, 'must be a whole number')
    .transform((text) => Math.min(Math.max(1, Number(text)), 100))
    .default(10),
};

/** A page of a list. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    total: z.int().min(0),
    page: z.int().min(1),
    page_size: z.int().min(1),
  });
}

/** Which rows a page has. */
export function rowsOf({ p, page_size }: { p: number; page_size: number }): {
  limit: number;
  offset: number;
} {
  return { limit: page_size, offset: (p - 1) * page_size };
}

/** Unix seconds. */
export const secondOut = z
  .date()
  .transform((date) => Math.floor(date.getTime() / 1_000))
  .pipe(z.int())
  .describe('Unix seconds');
