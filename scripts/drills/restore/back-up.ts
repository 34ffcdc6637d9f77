import { join } from 'node:path';
import type { PostgresClient } from '../../parts/postgres-client/find-postgres-client.ts';
import { runToEnd } from '../../start/processes/run-to-end.ts';

/** The files of a backup. */
export interface Backup {
  roles: string;
  schemas: string;
}

const timeoutMs = 10 * 60_000;

/**
 * Copies a database while it is in use: the roles of the server, and in one snapshot the schemas of all services. Half of a
 * transaction is never in it, and the ledger's cursor is that of its entries.
 */
export async function backUp(client: PostgresClient, url: string, folder: string): Promise<Backup> {
  const backup = { roles: join(folder, 'roles.sql'), schemas: join(folder, 'schemas.dump') };
  await run(client, 'pg_dumpall', ['--dbname', url, '--roles-only', '--file', backup.roles]);
  await run(client, 'pg_dump', ['--dbname', url, '--format', 'custom', '--file', backup.schemas]);
  return backup;
}

/**
 * Makes the roles and schemas of a backup on a fresh server, in an empty database.
 * @param freshUrl with the password that the user has there; that of `url` is among the roles.
 */
export async function restore(
  client: PostgresClient,
  { freshUrl, url }: { freshUrl: string; url: string },
  backup: Backup,
): Promise<void> {
  // The user who restores is there already, which psql says and goes on.
  await run(client, 'psql', ['--dbname', freshUrl, '--quiet', '--no-psqlrc', '--file', backup.roles]);
  await run(client, 'pg_restore', [
    ...['--dbname', url, '--exit-on-error', '--single-transaction', backup.schemas],
  ]);
}

async function run({ folder, env }: PostgresClient, program: string, args: string[]): Promise<void> {
  const { status, stderr } = await runToEnd(join(folder, program), args, { env, timeoutMs });
  if (status !== 0) throw new Error(`${program} failed: ${stderr.slice(-2_000)}`);
}
