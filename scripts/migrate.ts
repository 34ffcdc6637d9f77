/** `npm run migrate`: brings the tables of all services up to date in the database of DATABASE_URL. */
import { buildPrograms } from './bundle/build-programs.ts';
import { openHome } from './start/home/home.ts';
import { repository } from './start/repository.ts';
import { say } from './start/say.ts';
import { runMigrations } from './start/services/run-migrations.ts';
import { StartError } from './start/start-error.ts';
import { findHome } from './toolchain/find-home.mjs';

try {
  if (!process.env.DATABASE_URL) {
    throw new StartError(
      'DATABASE_URL is missing: postgres://user:password@host/database, of a user who may make schemas.',
    );
  }
  const { programsDir } = openHome(findHome(process.env, repository));
  say(await runMigrations(await buildPrograms(programsDir, { say }), { env: process.env }));
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
