import { join } from 'node:path';
import { runToEnd } from '../processes/run-to-end.ts';
import { repository } from '../repository.ts';
import { StartError } from '../start-error.ts';

/** Steps wait for others that are in their way, for 25 minutes at most, and indexes of large tables take their time. */
const timeoutMs = 4 * 60 * 60_000;

/** Brings the tables of every service in the database of DATABASE_URL up to date; answers what the migrations said. */
export async function runMigrations(
  programsDir: string,
  { env, signal }: { env: NodeJS.ProcessEnv; signal?: AbortSignal },
): Promise<string> {
  const program = join(programsDir, 'migrate.js');
  const options = { cwd: repository, env, timeoutMs, ...(signal === undefined ? {} : { signal }) };
  const result = await runToEnd(process.execPath, [program], options);
  if (result.status === 0) return result.stdout.trim();
  const reason = `${result.stderr}\n${result.stdout}`.trim() || 'it did not end in time';
  throw new StartError(`The tables could not be brought up to date:\n${reason}`);
}
