import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from '../../start/home/home.ts';
import { runToEnd } from '../../start/processes/run-to-end.ts';
import { repository } from '../../start/repository.ts';
import { StartError } from '../../start/start-error.ts';
import { defaultHome } from '../../toolchain/find-home.mjs';
import { borrow, isComplete } from '../../toolchain/tool-folder.mjs';
import type { Search } from '../search.ts';
import { unpackPostgresClient } from './unpack-postgres-client.ts';

/** Where pg_dump, pg_dumpall, pg_restore and psql are, and what they are run with. */
export interface PostgresClient {
  folder: string;
  env: NodeJS.ProcessEnv;
}

/** Of the PostgreSQL that `npm start` brings: a dump is made by programs that are no older than the server. */
const version = 15;
const probeTimeoutMs = 10_000;
/** Where systems install the programs themselves; those on PATH are scripts around them on Debian. */
const systemFolders = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'];

/** The programs of this system, or Debian's, unpacked once into the home. */
export async function findPostgresClient(
  home: Home,
  { env, say, signal }: Omit<Search, 'target'>,
): Promise<PostgresClient> {
  for (const folder of [...installedFolders(), ...pathFolders(env)])
    if (await isNewEnough({ folder, env }, signal)) return { folder, env };
  const target = join(home.partsDir, `postgres-client-${process.platform}-${process.arch}`);
  const isThere = isComplete(target) || borrow(target.replace(home.path, defaultHome(repository)), target);
  const fetched = isThere ? undefined : await unpackPostgresClient({ env, target, say, signal });
  const client = unpackedClient(target, env);
  if (await isNewEnough(client, signal)) return client;
  const reason = fetched && 'reason' in fetched ? fetched.reason : `the one in ${target} does not run`;
  throw new StartError(
    `No pg_dump of PostgreSQL ${version} or newer could be had: ${reason}.\n` +
      `Install one and run the same command again:\n  apt-get update && apt-get install -y postgresql-client-${version}`,
  );
}

/** It brings the libraries that it needs. */
function unpackedClient(target: string, env: NodeJS.ProcessEnv): PostgresClient {
  const libraries = join(target, `usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`);
  return {
    folder: join(target, `usr/lib/postgresql/${version}/bin`),
    env: { ...env, LD_LIBRARY_PATH: libraries },
  };
}

function installedFolders(): string[] {
  return systemFolders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name, 'bin')))
    .sort()
    .reverse();
}

function pathFolders({ PATH = '' }: NodeJS.ProcessEnv): string[] {
  return PATH.split(':').filter((folder) => folder !== '');
}

async function isNewEnough({ folder, env }: PostgresClient, signal: AbortSignal): Promise<boolean> {
  const programs = ['pg_dump', 'pg_dumpall', 'pg_restore', 'psql'].map((name) => join(folder, name));
  if (!programs.every((program) => existsSync(program))) return false;
  const options = { env, signal, timeoutMs: probeTimeoutMs };
  const { status, stdout } = await runToEnd(join(folder, 'pg_dump'), ['--version'], options);
  return status === 0 && Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]) >= version;
}
