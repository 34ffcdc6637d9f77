import type { EntryRecord } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import type { EntryKind } from '../book/entry.ts';
import { all, madeWithin, type Sql, sql } from './conditions.ts';
import type { Page } from './list-usage.ts';

export interface EntryFilter {
  kinds: readonly EntryKind[];
  /** Only what moved one of these purses; empty: everything. */
  purses: readonly string[];
  fromMs: bigint;
  untilMs: bigint;
}

/** Entries that fit a filter, newest first, and one more than asked for where older ones follow. */
export function listEntries(database: Knex, filter: EntryFilter, page: Page): Promise<EntryRecord[]> {
  const { text, bindings } = entriesStatement(filter, page);
  return rowsOf<EntryRecord>(database, text, bindings);
}

function entriesStatement(filter: EntryFilter, { beforeId, offset, limit }: Page): Sql {
  const { text, bindings } = all([wanted(filter), beforeId === '' ? undefined : sql('id < ?', beforeId)]);
  return sql(
    `select id, coalesce(ref, '') as ref, path, amount from entry where ${text}
     order by id desc limit ${limit + 1} offset ${offset}`,
    ...bindings,
  );
}

const mostCounted = 10_000;

/** How many there are, counted to a bound. */
export async function countEntries(
  database: Knex,
  filter: EntryFilter,
): Promise<{ total: bigint; exact: boolean }> {
  const { text, bindings } = wanted(filter);
  const [row] = await rowsOf<{ total: bigint }>(
    database,
    `select count(*) as total from (select 1 from entry where ${text} limit ${mostCounted}) as found`,
    bindings,
  );
  const total = row?.total ?? 0n;
  return { total, exact: total < mostCounted };
}

/** The kinds stand in the text, as they do in the indexes: a bound value would not be known to be among them. */
function wanted({ kinds, purses, fromMs, untilMs }: EntryFilter): Sql {
  return all([
    sql(`kind in (${kinds.map((kind) => `'${kind}'`).join(', ')})`),
    // What windows of budgets were granted by themselves: the index leaves it out by the same words.
    sql(`ref is distinct from 'budget'`),
    purses.length > 0 ? sql('path && ?::text[]', purses) : undefined,
    madeWithin(fromMs, untilMs),
  ]);
}
