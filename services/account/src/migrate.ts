import { runMigrations } from '@headgate/runtime/postgres/run-migrations';
import { readDatabaseLocation } from './config.ts';
import { migrations } from './migrations/index.ts';

await runMigrations('account', process.env, readDatabaseLocation, migrations);
