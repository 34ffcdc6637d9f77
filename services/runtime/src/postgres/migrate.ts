import knexFactory, { type Knex } from 'knex';
import { wait } from '../wait.ts';
import { noLog } from './no-log.ts';

/** One step of a schema's history. Steps are only ever added. */
export interface Migration {
  name: string;
  up: (knex: Knex) => Promise<void>;
}

const tableName = 'migration';

/**
 * How long a step waits for a table. Who reads all of it, as a verification of the books does, may hold it for an hour, and everybody
 * who works with it would wait behind the step: it is taken back, and tried again later.
 */
const lockTimeoutMs = 1_000;
const pauseMs = 3_000;
const patienceMs = 25 * 60_000;
/** A lock that was not to be had in time, and one that two wait for crosswise. */
const busyCodes: ReadonlySet<unknown> = new Set(['55P03', '40P01']);

/**
 * Brings the schema up to date; returns the names of the steps that were new. One caller at a time. `onBusy` hears of every try that
 * others were in the way of.
 */
export async function migrate(
  url: string,
  schema: string,
  migrations: readonly Migration[],
  onBusy: (error: unknown) => void = () => undefined,
): Promise<string[]> {
  const knex = knexFactory({ client: 'pg', connection: url, pool: { min: 1, max: 3 }, log: noLog });
  const source: Knex.MigrationSource<Migration> = {
    getMigrations: async () => [...migrations],
    getMigrationName: ({ name }) => name,
    getMigration: async (step) => ({ up: (transaction) => take(step, transaction), down: async () => {} }),
  };
  const config: Knex.MigratorConfig = {
    tableName,
    schemaName: schema,
    migrationSource: source,
    // A newer version may have been here: who goes back to an older one keeps the newer schema.
    disableMigrationsListValidation: true,
  };
  try {
    return await knex.transaction(async (holder) => {
      // It stands still while others take the steps: a server that ends such transactions would let go of the lock.
      await holder.raw('set local idle_in_transaction_session_timeout = 0');
      await holder.raw('select pg_advisory_xact_lock(hashtext(?))', [`migrate:${schema}`]);
      // Knex's lock row outlives a killed process; ours ends with its connection, so under ours it is free.
      await knex.migrate.forceFreeMigrationsLock(config);
      // Steps that were taken before a try that failed are none of the next one's.
      const [, missing]: [unknown, Migration[]] = await knex.migrate.list(config);
      const end = performance.now() + patienceMs;
      for (;;) {
        try {
          await knex.migrate.latest(config);
          return missing.map(({ name }) => name);
        } catch (error) {
          if (!isBusy(error) || performance.now() > end) throw error;
          onBusy(error);
        }
        await wait(pauseMs);
      }
    });
  } finally {
    await knex.destroy();
  }
}

async function take({ name, up }: Migration, transaction: Knex): Promise<void> {
  try {
    await transaction.raw(`set local lock_timeout = ${lockTimeoutMs}`);
    await up(transaction);
  } catch (cause) {
    throw new Error(`The step ${name} cannot be taken`, { cause });
  }
}

function isBusy(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && busyCodes.has(cause.code);
}

/** Whether every step has been taken. */
export async function isMigrated(
  knex: Knex,
  schema: string,
  migrations: readonly Migration[],
): Promise<boolean> {
  const { rows } = await knex.raw('select to_regclass(?) is not null as found', [`${schema}.${tableName}`]);
  if (!rows[0]?.found) return false;
  const done: string[] = await knex(tableName).withSchema(schema).pluck('name');
  return migrations.every(({ name }) => done.includes(name));
}
