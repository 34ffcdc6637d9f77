/** `npm run migrate`: brings the tables of all services up to date in the database of DATABASE_URL. */
import { migrated, migrateService } from './start/run-migrations.ts';
import { say } from './start/say.ts';
import { StartError } from './start/start-error.ts';

try {
  if (!process.env.DATABASE_URL) {
    throw new StartError(
      'DATABASE_URL is missing: postgres://user:password@host/database, of a user who may make schemas.',
    );
  }
  for (const service of migrated) {
    const output = await migrateService(service, { env: process.env });
    say(`Migrated ${service}`);
    if (output !== '') say(output);
  }
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
