import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runToEnd } from './processes/run-to-end.ts';
import { repository } from './repository.ts';
import { migrations } from './service-names.ts';
import { StartError } from './start-error.ts';

const timeoutMs = 5 * 60_000;

/** The services with tables. Each brings its own schema up to date, and none reads another's. */
export const migrated = Object.keys(migrations) as (keyof typeof migrations)[];

/** Brings a service's schema up to date; answers what its migration said. */
export async function migrateService(
  service: keyof typeof migrations,
  { env, signal }: { env: NodeJS.ProcessEnv; signal?: AbortSignal },
): Promise<string> {
  const program = join(repository, 'services', migrations[service]);
  if (!existsSync(program)) throw new StartError(`There is no ${program}.`);
  const options = { cwd: repository, env, timeoutMs, ...(signal === undefined ? {} : { signal }) };
  const result = await runToEnd(process.execPath, [program], options);
  if (result.status === 0) return result.stdout.trim();
  const reason = `${result.stderr}\n${result.stdout}`.trim() || 'it did not end in time';
  throw new StartError(`Migrating ${service} failed:\n${reason}`);
}
