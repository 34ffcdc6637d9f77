import { chmodSync, chownSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runToEnd } from '../../start/processes/run-to-end.ts';
import { StartError } from '../../start/start-error.ts';
import type { PartContext } from '../part.ts';
import type { Place } from './place.ts';

export const databaseUser = 'headgate';

const timeoutMs = 3 * 60_000;

/** Makes the data folder when there is none, in one step: a start that was cut short begins it anew. */
export async function makeDatabaseFolder(place: Place, context: PartContext): Promise<void> {
  if (existsSync(join(place.data, 'PG_VERSION'))) return;
  context.say('Making the database ...');
  const temporary = `${place.data}.new`;
  const passwordFile = join(place.folder, 'password.new');
  for (const path of [place.data, temporary, passwordFile]) rmSync(path, { recursive: true, force: true });
  writeFileSync(passwordFile, `${context.identity.databasePassword}\n`, { mode: 0o600 });
  if (place.runAs) chownSync(passwordFile, place.runAs.uid, place.runAs.gid);
  const args = [
    ['--pgdata', temporary],
    ['--username', databaseUser],
    ['--pwfile', passwordFile],
    ['--auth', 'scram-sha-256'],
    ['--encoding', 'UTF8'],
    ['--locale', process.platform === 'linux' ? 'C.UTF-8' : 'C'],
    context.isDurable ? [] : ['--no-sync'],
  ].flat();
  const result = await runToEnd(join(place.programs, 'bin/initdb'), args, {
    cwd: place.folder,
    env: context.env,
    signal: context.signal,
    timeoutMs,
    ...(place.runAs ? { runAs: { uid: place.runAs.uid, gid: place.runAs.gid } } : {}),
  });
  rmSync(passwordFile, { force: true });
  if (result.status !== 0) {
    const output = `${result.stderr}${result.stdout}`.trim().split('\n').slice(-10).join('\n');
    throw new StartError(`PostgreSQL could not make its data folder ${place.data}:\n${output}`);
  }
  chmodSync(temporary, 0o700);
  renameSync(temporary, place.data);
}
