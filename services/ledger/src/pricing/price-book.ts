import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import type { Price } from './price.ts';
import { fromRow, type PriceRow } from './price-row.ts';
import { fromRatioRow, type Ratio, type RatioRow } from './ratio.ts';

/** All prices and ratios in force at one version. Never changes. */
export interface PriceBook {
  version: bigint;
  prices: ReadonlyMap<string, Price>;
  ratios: ReadonlyMap<string, Ratio>;
}

export interface PriceRows {
  prices: Map<string, PriceRow>;
  ratios: Map<string, RatioRow>;
}

export async function newestVersion(database: Knex): Promise<bigint> {
  const [row] = await rowsOf<{ version: bigint }>(database, 'select version from price_version', []);
  return row?.version ?? 0n;
}

/** The rows in force at a version, as they are stored; what was removed by then is left out. */
async function readPriceRows(database: Knex, version: bigint): Promise<PriceRows> {
  const prices = await rowsOf<{ model: string; row: PriceRow | null }>(
    database,
    `select distinct on (model) model, row from price where from_version <= ?
     order by model, from_version desc`,
    [version],
  );
  const ratios = await rowsOf<{ group: string; ratio: string | null; models: RatioRow['models'] | null }>(
    database,
    `select distinct on (group_name) group_name as "group", ratio, models from group_ratio
     where from_version <= ? order by group_name, from_version desc`,
    [version],
  );
  return {
    prices: new Map(prices.flatMap(({ model, row }) => (row ? [[model, row]] : []))),
    ratios: new Map(
      ratios.flatMap(({ group, ratio, models }) =>
        ratio === null ? [] : [[group, { ratio, models: models ?? {} }]],
      ),
    ),
  };
}

export async function readPriceBook(database: Knex, version: bigint): Promise<PriceBook> {
  const { prices, ratios } = await readPriceRows(database, version);
  return {
    version,
    prices: new Map([...prices].map(([model, row]) => [model, fromRow(row)])),
    ratios: new Map([...ratios].map(([group, row]) => [group, fromRatioRow(row)])),
  };
}
