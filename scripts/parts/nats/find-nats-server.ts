import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from '../../start/home/home.ts';
import { repository } from '../../start/repository.ts';
import { StartError } from '../../start/start-error.ts';
import { defaultHome } from '../../toolchain/find-home.mjs';
import { borrow, isComplete } from '../../toolchain/tool-folder.mjs';
import type { Search } from '../search.ts';
import { checkNatsServer } from './check-nats-server.ts';
import { findOnPath } from './find-on-path.ts';
import { natsServer } from './nats-server.ts';
import { unpackImage } from './unpack-image.ts';
import { unpackPackage } from './unpack-package.ts';

const waysToGet = [unpackPackage, unpackImage];

/** The path of a nats-server with JetStream: named, on PATH, in the home, or brought there. */
export async function findNatsServer(
  home: Home,
  { env, say, signal }: Omit<Search, 'target'>,
): Promise<string> {
  if (env.HEADGATE_NATS_SERVER) return requireNamed(env.HEADGATE_NATS_SERVER, signal);
  const target = join(home.partsDir, `nats-server-${process.platform}-${process.arch}`);
  const onPath = await findOnPath({ env, target, say, signal });
  if ('program' in onPath) return onPath.program;
  const program = join(target, natsServer.programPath);
  if (isComplete(target) || borrow(target.replace(home.path, defaultHome(repository)), target))
    return program;
  const reasons = [onPath.reason];
  for (const get of waysToGet) {
    const found = await get({ env, target, say, signal });
    if ('program' in found) return found.program;
    reasons.push(found.reason);
  }
  throw new StartError(explain(reasons));
}

async function requireNamed(program: string, signal: AbortSignal): Promise<string> {
  const problem = existsSync(program) ? await checkNatsServer(program, signal) : 'there is no such file';
  if (problem === undefined) return program;
  throw new StartError(`HEADGATE_NATS_SERVER names ${program}: ${problem}.`);
}

function explain(reasons: string[]): string {
  const command =
    process.platform === 'darwin'
      ? 'brew install nats-server'
      : 'apt-get update && apt-get install -y nats-server';
  return [
    'No nats-server with JetStream could be had:',
    ...reasons.map((reason) => `  - ${reason}`),
    `Install one and run the same command again:\n  ${command}`,
    'or name one that runs elsewhere with NATS_URL.',
  ].join('\n');
}
