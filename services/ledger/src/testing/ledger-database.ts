import { join } from 'node:path';
import { Price } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { connectPostgres } from '@headgate/runtime/postgres/connect';
import {
  type DatabaseLocation,
  databaseUrl,
  preparedDatabaseUrl,
} from '@headgate/runtime/postgres/database-url';
import { migrate } from '@headgate/runtime/postgres/migrate';
import { readInt8AsBigint } from '@headgate/runtime/postgres/types';
import { takeTestDatabase } from '@headgate/runtime/testing/database';
import { templateOf } from '@headgate/runtime/testing/database-template';
import type { Knex } from 'knex';
import { schema } from '../config.ts';
import { migrations } from '../migrations/index.ts';
import { makePartitions } from '../partitions/partitions.ts';
import { applyPrices } from '../pricing/apply-prices.ts';
import { readPrices } from '../pricing/read-prices.ts';
import { readRatios } from '../pricing/read-ratios.ts';

/** A migrated database of a test's own, seen through the ledger's role. */
export interface LedgerDatabase {
  url: string;
  knex: Knex;
  /** Another pool, as another replica has it. */
  connect(): Knex;
  drop(): Promise<void>;
}

const template = templateOf('ledger', [join(import.meta.dirname, '../migrations')], async (url) => {
  await migrate(await preparedDatabaseUrl(locate(url)), schema, migrations);
  const knex = connectPostgres(databaseUrl(locate(url)));
  await makePartitions(knex, Date.now()).finally(() => knex.destroy());
});

function locate(ownerUrl: string): DatabaseLocation {
  return { serviceUrl: '', ownerUrl, schema };
}

export async function makeLedgerDatabase(): Promise<LedgerDatabase> {
  readInt8AsBigint();
  const database = await takeTestDatabase(template);
  const location = locate(database.url);
  const pools: Knex[] = [];
  const connect = (): Knex => {
    const knex = connectPostgres(databaseUrl(location), {
      maxConnections: 20,
      pipeline: true,
      idleInTransactionMs: 10_000,
    });
    pools.push(knex);
    return knex;
  };
  const knex = connect();
  await makePartitions(knex, Date.now());
  return {
    url: database.url,
    knex,
    connect,
    async drop() {
      await Promise.all(pools.map((pool) => pool.destroy()));
      await database.drop();
    },
  };
}

/**
 * Prices for tests, as version 1: `plain` costs one unit per input token and two per output token (2 and 4
 * dollars per million), 1,000 units per call and nothing else.
 */
export async function setTestPrices(knex: Knex): Promise<void> {
  await applyPrices(knex, {
    prices: readPrices([Price.fromPartial({ model: 'plain', input: '2', output: '4', call: '0.002' })]),
    ratios: readRatios([{ group: 'default', ratio: '1', models: {} }]),
    prune: false,
  });
}
