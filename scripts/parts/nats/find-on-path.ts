import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { checkNatsServer } from './check-nats-server.ts';
import type { Found, Search } from './find-nats-server.ts';

/** Where systems install servers without putting them on everybody's PATH. */
const serverFolders = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];

export async function findOnPath({ env, signal }: Search): Promise<Found> {
  const folders = [...(env.PATH ?? '').split(delimiter).filter((folder) => folder !== ''), ...serverFolders];
  const program = folders.map((folder) => join(folder, 'nats-server')).find(isExecutable);
  if (program === undefined) return { reason: 'there is none on PATH' };
  const problem = await checkNatsServer(program, signal);
  return problem === undefined ? { program } : { reason: `${program}: ${problem}` };
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
