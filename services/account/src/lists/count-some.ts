import type { Knex } from 'knex';
import type { List } from './read-list.ts';
import { holdingWord } from './word.ts';

/** More are not counted: a page needs to know only that there are many. */
const mostCounted = 10_000;

/** How many rows a list has, up to a bound. */
export async function countSome(
  knex: Knex,
  { table, among, word }: List,
): Promise<{ total: number; isExact: boolean }> {
  const conditions = [...among, ...holdingWord(word)];
  const where = conditions.map(({ sql }) => `(${sql})`).join(' and ') || 'true';
  const bindings = conditions.flatMap((condition) => condition.bindings);
  const { rows } = await knex.raw<{ rows: { total: bigint }[] }>(
    `select count(*) as total from (select 1 from ${table} where ${where} limit ?) as counted`,
    [...bindings, mostCounted + 1],
  );
  const total = Number(rows[0]?.total ?? 0n);
  return total > mostCounted ? { total: mostCounted, isExact: false } : { total, isExact: true };
}
