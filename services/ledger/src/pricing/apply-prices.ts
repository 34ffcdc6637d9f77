import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { inTransaction } from '../postgres/transaction.ts';
import type { Price } from './price.ts';
import { readPriceBook } from './price-book.ts';
import { type PriceRow, toRow } from './price-row.ts';
import { type Ratio, type RatioRow, toRatioRow } from './ratio.ts';

export interface PriceList {
  prices: ReadonlyMap<string, Price>;
  ratios: ReadonlyMap<string, Ratio>;
  /** Remove what is not named. */
  prune: boolean;
}

/** What became of one row: added, changed or removed. */
export interface PriceChange {
  model: string;
  before: Price | undefined;
  after: Price | undefined;
}

/** What became of a group's ratio: added, changed or removed. */
export interface RatioChange {
  group: string;
  before: Ratio | undefined;
  after: Ratio | undefined;
}

export interface AppliedPrices {
  /** The newest there is. */
  version: bigint;
  isChanged: boolean;
  changes: PriceChange[];
  ratioChanges: RatioChange[];
}

/**
 * Brings prices and ratios to what is asked. Rows are only ever added: a version once published says the
 * same for ever. Without a difference, and in a dry run, there is no new version.
 */
export function applyPrices(
  knex: Knex,
  list: PriceList,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<AppliedPrices> {
  return inTransaction(knex, async (transaction) => {
    const [row] = await rowsOf<{ version: bigint }>(
      transaction,
      'select version from price_version for update',
      [],
    );
    const version = row?.version ?? 0n;
    const now = await readPriceBook(transaction, version);
    const prices = differences(rowsOfAll(now.prices, toRow), rowsOfAll(list.prices, toRow), list.prune);
    const ratios = differences(
      rowsOfAll(now.ratios, toRatioRow),
      rowsOfAll(list.ratios, toRatioRow),
      list.prune,
    );
    const isChanged = prices.size > 0 || ratios.size > 0;
    const changes = [...prices.keys()].map((model) => {
      const isRemoved = prices.get(model) === null;
      return { model, before: now.prices.get(model), after: isRemoved ? undefined : list.prices.get(model) };
    });
    const ratioChanges = [...ratios.keys()].map((group) => {
      const isRemoved = ratios.get(group) === null;
      return { group, before: now.ratios.get(group), after: isRemoved ? undefined : list.ratios.get(group) };
    });
    if (dryRun || !isChanged) return { version, isChanged, changes, ratioChanges };
    await addPrices(transaction, version + 1n, prices);
    await addRatios(transaction, version + 1n, ratios);
    await rowsOf(transaction, 'update price_version set version = ?, changed_at = now()', [version + 1n]);
    return { version: version + 1n, isChanged, changes, ratioChanges };
  });
}

/** Rows of before are written anew, so that they look like those that say the same today. */
function rowsOfAll<Value, Row>(
  values: ReadonlyMap<string, Value>,
  toRowOf: (value: Value) => Row,
): Map<string, Row> {
  return new Map([...values].map(([name, value]) => [name, toRowOf(value)]));
}

/** What must be written to get from `now` to `asked`; null removes. */
function differences<Row>(
  now: ReadonlyMap<string, Row>,
  asked: ReadonlyMap<string, Row>,
  prune: boolean,
): Map<string, Row | null> {
  const changes = new Map<string, Row | null>();
  for (const [name, row] of asked) {
    if (JSON.stringify(now.get(name)) !== JSON.stringify(row)) changes.set(name, row);
  }
  if (prune) for (const name of now.keys()) if (!asked.has(name)) changes.set(name, null);
  return changes;
}

async function addPrices(
  transaction: Knex,
  version: bigint,
  rows: ReadonlyMap<string, PriceRow | null>,
): Promise<void> {
  await rowsOf(
    transaction,
    `insert into price (model, from_version, row)
     select model, ?, row::jsonb from unnest(?::text[], ?::text[]) as added (model, row)`,
    [version, [...rows.keys()], [...rows.values()].map((row) => row && JSON.stringify(row))],
  );
}

async function addRatios(
  transaction: Knex,
  version: bigint,
  rows: ReadonlyMap<string, RatioRow | null>,
): Promise<void> {
  const values = [...rows.values()];
  await rowsOf(
    transaction,
    `insert into group_ratio (group_name, from_version, ratio, models)
     select group_name, ?, ratio, models::jsonb
     from unnest(?::text[], ?::text[], ?::text[]) as added (group_name, ratio, models)`,
    [
      version,
      [...rows.keys()],
      values.map((row) => row?.ratio ?? null),
      values.map((row) => row && JSON.stringify(row.models)),
    ],
  );
}
