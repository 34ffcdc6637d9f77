import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from '../../start/home/home.ts';
import { repository } from '../../start/repository.ts';
import { StartError } from '../../start/start-error.ts';
import { defaultHome } from '../../toolchain/find-home.mjs';
import { borrow, isComplete } from '../../toolchain/tool-folder.mjs';
import type { Search } from '../search.ts';
import { checkValkey } from './check-valkey.ts';
import { findOnPath } from './find-on-path.ts';
import { programPath, unpackValkey } from './unpack-valkey.ts';

/** The path of a Valkey, or a Redis that is as good: named, on PATH, in the home, or brought there. */
export async function findValkey(home: Home, { env, say, signal }: Omit<Search, 'target'>): Promise<string> {
  if (env.HEADGATE_REDIS_SERVER) return requireNamed(env.HEADGATE_REDIS_SERVER, signal);
  const target = join(home.partsDir, `valkey-${process.platform}-${process.arch}`);
  const onPath = await findOnPath({ env, target, say, signal });
  if ('program' in onPath) return onPath.program;
  const program = join(target, programPath);
  const isThere = isComplete(target) || borrow(target.replace(home.path, defaultHome(repository)), target);
  if (isThere && (await checkValkey(program, signal)) === undefined) return program;
  if (isThere) rmSync(target, { recursive: true, force: true });
  const unpacked = await unpackValkey({ env, target, say, signal });
  if ('program' in unpacked) return unpacked.program;
  throw new StartError(explain([onPath.reason, unpacked.reason]));
}

async function requireNamed(program: string, signal: AbortSignal): Promise<string> {
  const problem = existsSync(program) ? await checkValkey(program, signal) : 'there is no such file';
  if (problem === undefined) return program;
  throw new StartError(`HEADGATE_REDIS_SERVER names ${program}: ${problem}.`);
}

function explain(reasons: string[]): string {
  const command =
    process.platform === 'darwin'
      ? 'brew install valkey'
      : 'apt-get update && apt-get install -y redis-server';
  return [
    'No Valkey or Redis could be had:',
    ...reasons.map((reason) => `  - ${reason}`),
    `Install one and run the same command again:\n  ${command}`,
    'or name one with HEADGATE_REDIS_SERVER.',
  ].join('\n');
}
