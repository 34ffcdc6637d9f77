import { choice, readConfig } from '../config.ts';
import { createLog, logLevels } from '../log.ts';
import { type DatabaseLocation, preparedDatabaseUrl } from './database-url.ts';
import { type Migration, migrate } from './migrate.ts';

/**
 * All that a service's `migrate.ts` does: brings its tables up to date and logs which steps were new. What cannot be done is
 * logged, and the process ends with status 1.
 */
export async function runMigrations(
  service: string,
  env: NodeJS.ProcessEnv,
  readDatabaseLocation: (env: NodeJS.ProcessEnv) => DatabaseLocation,
  migrations: readonly Migration[],
): Promise<void> {
  try {
    const { level } = readConfig(env, { level: choice('HEADGATE_LOG_LEVEL', logLevels, 'info') });
    const location = readDatabaseLocation(env);
    const log = createLog(service, level);
    const onBusy = (error: unknown): void =>
      log.warn({ err: error }, 'others are in the way of a step: it is tried again');
    const steps = await migrate(await preparedDatabaseUrl(location), location.schema, migrations, onBusy);
    log.info({ steps }, 'the schema is up to date');
  } catch (error) {
    createLog(service, 'info').fatal({ err: error }, 'the schema could not be brought up to date');
    process.exitCode = 1;
  }
}
