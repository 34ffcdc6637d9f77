import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from '../../start/home/home.ts';
import { repository } from '../../start/repository.ts';
import { defaultHome } from '../../toolchain/find-home.mjs';
import { borrow, isComplete } from '../../toolchain/tool-folder.mjs';
import { findTool, isExecutable } from '../find-tool.ts';
import type { Found, Search } from '../search.ts';
import { checkHaproxy } from './check-haproxy.ts';
import { programPath, unpackHaproxy } from './unpack-haproxy.ts';

/** An HAProxy: named, on PATH, in the home, or brought there. What needs one goes without where there is none. */
export async function findHaproxy(home: Home, { env, say, signal }: Omit<Search, 'target'>): Promise<Found> {
  if (env.HEADGATE_HAPROXY) return checkFound(env.HEADGATE_HAPROXY, signal);
  const target = join(home.partsDir, `haproxy-${process.platform}-${process.arch}`);
  const onPath = [findTool('haproxy', env), '/usr/sbin/haproxy'].find(
    (path) => path !== undefined && isExecutable(path),
  );
  if (onPath !== undefined) {
    const found = await checkFound(onPath, signal);
    if ('program' in found) return found;
  }
  const program = join(target, programPath);
  if (isComplete(target) || borrow(target.replace(home.path, defaultHome(repository)), target))
    return { program };
  return unpackHaproxy({ env, target, say, signal });
}

async function checkFound(program: string, signal: AbortSignal): Promise<Found> {
  const problem = existsSync(program) ? await checkHaproxy(program, signal) : 'there is no such file';
  return problem === undefined ? { program } : { reason: `${program}: ${problem}` };
}
