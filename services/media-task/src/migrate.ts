import { createLog } from '@headgate/runtime/log';
import { preparedDatabaseUrl } from '@headgate/runtime/postgres/database-url';
import { migrate } from '@headgate/runtime/postgres/migrate';
import { readDatabaseLocation, schema } from './config.ts';
import { migrations } from './migrations/index.ts';

const log = createLog('media-task', 'info');
const url = await preparedDatabaseUrl(readDatabaseLocation(process.env));
const taken = await migrate(url, schema, migrations);
log.info({ taken }, 'the schema is up to date');
