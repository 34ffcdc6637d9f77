import { createLog } from '@headgate/runtime/log';
import { preparedDatabaseUrl } from '@headgate/runtime/postgres/database-url';
import { migrate } from '@headgate/runtime/postgres/migrate';
import { readDatabaseLocation, schema } from './config.ts';
import { migrations } from './migrations/list.ts';

const log = createLog('account', process.env.HEADGATE_LOG_LEVEL ?? 'info');
try {
  const url = await preparedDatabaseUrl(readDatabaseLocation(process.env));
  log.info({ steps: await migrate(url, schema, migrations) }, 'schema is up to date');
} catch (error) {
  log.fatal({ err: error }, 'could not migrate');
  process.exitCode = 1;
}
