import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@headgate/runtime/testing/database';
import { templateOf } from '@headgate/runtime/testing/database-template';
import { runProgram } from './service-process.ts';

const services = join(import.meta.dirname, '../../../services');
const owners = ['ledger', 'account', 'media-task'];

/** A fresh database with the tables of every service. */
export function createMigratedDatabase(): Promise<TestDatabase> {
  const folders = owners.map((name) => join(services, name, 'src/migrations'));
  return createTestDatabase(templateOf('system', folders, migrateAll));
}

/** Makes the tables of every service in a database. */
export async function migrateAll(databaseUrl: string): Promise<void> {
  await runProgram('migrate', { env: { DATABASE_URL: databaseUrl } });
}
