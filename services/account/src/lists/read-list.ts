import type { Knex } from 'knex';
import { countSome } from './count-some.ts';
import { type Condition, holdingWord, type Word } from './word.ts';

/** Where a page begins: behind so many rows, or behind the row `beforeId`. */
export interface Place {
  limit: number;
  offset: number;
  beforeId: bigint | undefined;
}

/** Rows that may be many, the newest first. */
export interface List {
  table: 'audit' | 'keys' | 'redemptions' | 'users';
  /** Which are meant, in conditions that an index leads to. */
  among: readonly Condition[];
  /** What they have somewhere within. */
  word?: Word | undefined;
}

export interface Found<Row> {
  rows: Row[];
  /** Counted to a bound. */
  total: number;
  isExact: boolean;
  hasMore: boolean;
}

/** So many of the newest rows are looked through for a word, before it is sought in all. */
const mostLookedThrough = 2_000;

/** A page of a list by its ids, and how many there are. */
export async function readList(knex: Knex, list: List, place: Place): Promise<Found<{ id: bigint }>> {
  const ids = await findIds(knex, list, place);
  const { total, isExact } = await countSome(knex, list);
  const rows = ids.slice(0, place.limit).map((id) => ({ id }));
  return { rows, total, isExact, hasMore: ids.length > place.limit };
}

/** Ids of a page, and one more where there are more. */
async function findIds(knex: Knex, list: List, place: Place): Promise<bigint[]> {
  if (!list.word) return newest(knex, list, place);
  // Most words that many rows have are found here; those that few have, by their grams.
  const some = await amongNewest(knex, { ...list, word: list.word }, place);
  return some.length > place.limit ? some : newest(knex, list, place);
}

function newest(knex: Knex, list: List, place: Place): Promise<bigint[]> {
  return behind(knex, list.table, place)
    .where((query) => meet(query, [...list.among, ...holdingWord(list.word)]))
    .limit(place.limit + 1)
    .offset(place.offset)
    .pluck('id');
}

function amongNewest(knex: Knex, { table, among, word }: List & { word: Word }, place: Place) {
  const { sql, bindings } = word.fits;
  const looked = behind(knex, table, place)
    .where((query) => meet(query, among))
    .select('id', knex.raw(`(${sql}) as fits`, bindings))
    .limit(mostLookedThrough)
    .as('looked');
  return knex
    .from(looked)
    .where({ fits: true })
    .orderBy('id', 'desc')
    .limit(place.limit + 1)
    .offset(place.offset)
    .pluck('id');
}

function behind(knex: Knex, table: List['table'], { beforeId }: Place) {
  return knex<{ id: bigint }>(table)
    .orderBy('id', 'desc')
    .modify((query) => {
      if (beforeId !== undefined) void query.whereRaw('id < ?', [String(beforeId)]);
    });
}

function meet(query: Knex.QueryBuilder, conditions: readonly Condition[]): void {
  for (const { sql, bindings } of conditions) void query.whereRaw(`(${sql})`, bindings);
}
