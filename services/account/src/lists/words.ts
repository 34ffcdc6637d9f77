import { z } from 'zod';
import { refuse } from '../operations/refuse.ts';
import { id, pageOf, pageQuery } from '../operations/words.ts';
import type { Found, Place } from './read-list.ts';

/** Deeper pages would be counted off one row at a time. */
const mostLeftOut = 10_000;

/** What a page of a list that may be long is asked by. */
export const longPageQuery = {
  ...pageQuery,
  /** `next_cursor` of the page before, in place of a number. */
  cursor: z
    .string()
    .transform((text) => text || undefined)
    .pipe(id.optional())
    .optional(),
};

/** A page of a list that may be long. */
export function longPageOf<Item extends z.ZodType>(item: Item) {
  return pageOf(item).extend({
    total_exact: z.boolean().describe('False: there are more than `total`, and they were not counted'),
    next_cursor: z.string().describe('Empty on the last page'),
  });
}

interface Query {
  p: number;
  page_size: number;
  cursor?: bigint | undefined;
}

export function placeOf({ p, page_size: limit, cursor: beforeId }: Query): Place {
  const offset = beforeId === undefined ? (p - 1) * limit : 0;
  if (offset > mostLeftOut) refuse('page_too_deep', 'p', { most: String(mostLeftOut) });
  return { limit, offset, beforeId };
}

/** A page as it is answered; `items` are its rows as they are shown. */
export function toLongPage<Item>(
  { p, page_size }: Query,
  { rows, total, isExact, hasMore }: Found<{ id: bigint }>,
  items: Item[],
) {
  const next_cursor = hasMore ? String(rows.at(-1)?.id ?? '') : '';
  return { items, total, total_exact: isExact, page: p, page_size, next_cursor };
}
