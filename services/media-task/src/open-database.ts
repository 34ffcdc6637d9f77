import type { Service } from '@headgate/runtime/lifecycle';
import { waitForSchema } from '@headgate/runtime/postgres/connect';
import { readInt8AsBigint } from '@headgate/runtime/postgres/types';
import { watchDatabase } from '@headgate/runtime/postgres/watch-database';
import type { Knex } from 'knex';
import { schema } from './config.ts';
import { connectDatabase, type DatabaseConfig } from './connect-database.ts';
import { migrations } from './migrations/index.ts';

/** The pool, once the tables of tasks are there. Until the process stops it is ready only while the database answers. */
export async function openDatabase(
  { log, health, stopping, onStop }: Service,
  config: DatabaseConfig,
): Promise<Knex> {
  readInt8AsBigint();
  const condition = health.condition('database');
  const knex = connectDatabase(config);
  onStop('database', () => knex.destroy());
  await waitForSchema(knex, schema, migrations, { log, signal: stopping });
  const watching = watchDatabase({ ask: () => knex.raw('select 1'), log, condition, signal: stopping });
  onStop('database check', () => watching);
  return knex;
}
