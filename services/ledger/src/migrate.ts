import { runMigrations } from '@headgate/runtime/postgres/run-migrations';
import { readDatabaseLocation } from './config.ts';
import { migrations } from './migrations/index.ts';

await runMigrations('ledger', process.env, readDatabaseLocation, migrations);
