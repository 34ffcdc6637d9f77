import type { Knex } from 'knex';
import { rowsOf } from '../book/rows.ts';
import { inTransaction } from '../book/transaction.ts';
import { type Price, type PriceRow, toRow } from './price.ts';
import { readPriceRows } from './price-book.ts';

export interface PriceList {
  prices: ReadonlyMap<string, Price>;
  /** Whole millionths. */
  ratios: ReadonlyMap<string, bigint>;
  /** Remove what is not named. */
  prune: boolean;
}

/**
 * Brings prices and ratios to what is asked. Rows are only ever added: a version once published says the
 * same for ever. Without a difference there is no new version.
 */
export function applyPrices(knex: Knex, list: PriceList): Promise<{ version: bigint; isChanged: boolean }> {
  return inTransaction(knex, async (transaction) => {
    const [row] = await rowsOf<{ version: bigint }>(
      transaction,
      'select version from price_version for update',
      [],
    );
    const version = row?.version ?? 0n;
    const now = await readPriceRows(transaction, version);
    const asked = new Map([...list.prices].map(([model, price]) => [model, toRow(price)]));
    const askedRatios = new Map([...list.ratios].map(([group, ratio]) => [group, String(ratio)]));
    const prices = differences(now.prices, asked, list.prune);
    const ratios = differences(now.ratios, askedRatios, list.prune);
    if (prices.size === 0 && ratios.size === 0) return { version, isChanged: false };
    await addPrices(transaction, version + 1n, prices);
    await addRatios(transaction, version + 1n, ratios);
    await rowsOf(transaction, 'update price_version set version = ?, changed_at = now()', [version + 1n]);
    return { version: version + 1n, isChanged: true };
  });
}

/** What must be written to get from `now` to `asked`; null removes. */
function differences<Value extends string | PriceRow>(
  now: ReadonlyMap<string, Value>,
  asked: ReadonlyMap<string, Value>,
  prune: boolean,
): Map<string, Value | null> {
  const changes = new Map<string, Value | null>();
  for (const [name, value] of asked) {
    const known = now.get(name);
    if (known === undefined || !isSame(known, value)) changes.set(name, value);
  }
  if (prune) for (const name of now.keys()) if (!asked.has(name)) changes.set(name, null);
  return changes;
}

function isSame(one: string | PriceRow, other: string | PriceRow): boolean {
  return sortedText(one) === sortedText(other);
}

function sortedText(value: string | PriceRow): string {
  return typeof value === 'string' ? value : JSON.stringify(Object.entries(value).sort());
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
  rows: ReadonlyMap<string, string | null>,
): Promise<void> {
  await rowsOf(
    transaction,
    `insert into group_ratio (group_name, from_version, ratio)
     select group_name, ?, ratio from unnest(?::text[], ?::text[]) as added (group_name, ratio)`,
    [version, [...rows.keys()], [...rows.values()]],
  );
}
