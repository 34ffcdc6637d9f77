import { delimiter, join } from 'node:path';
import { isExecutable } from '../find-tool.ts';
import type { Found, Search } from '../search.ts';
import { checkNatsServer } from './check-nats-server.ts';

/** Where systems install servers without putting them on everybody's PATH. */
const serverFolders = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];

export async function findOnPath({ env, signal }: Search): Promise<Found> {
  const folders = [...(env.PATH ?? '').split(delimiter).filter((folder) => folder !== ''), ...serverFolders];
  const program = folders.map((folder) => join(folder, 'nats-server')).find(isExecutable);
  if (program === undefined) return { reason: 'there is none on PATH' };
  const problem = await checkNatsServer(program, signal);
  return problem === undefined ? { program } : { reason: `${program}: ${problem}` };
}
