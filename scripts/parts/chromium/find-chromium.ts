import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from '../../start/home/home.ts';
import { repository } from '../../start/repository.ts';
import { StartError } from '../../start/start-error.ts';
import { defaultHome } from '../../toolchain/find-home.mjs';
import { borrow, isComplete } from '../../toolchain/tool-folder.mjs';
import type { Search } from '../search.ts';
import { checkChromium } from './check-chromium.ts';
import { findOnPath } from './find-on-path.ts';
import { programPath, unpackChromium } from './unpack-chromium.ts';

/** The path of a Chromium: named, on PATH, in the home, or brought there. */
export async function findChromium(
  home: Home,
  { env, say, signal }: Omit<Search, 'target'>,
): Promise<string> {
  if (env.HEADGATE_CHROMIUM) return requireNamed(env.HEADGATE_CHROMIUM, signal);
  const target = join(home.partsDir, `chromium-${process.platform}-${process.arch}`);
  const onPath = await findOnPath({ env, target, say, signal });
  if ('program' in onPath) return onPath.program;
  const program = join(target, programPath);
  const isThere = isComplete(target) || borrow(target.replace(home.path, defaultHome(repository)), target);
  if (isThere && (await checkChromium(program, signal)) === undefined) return program;
  // It was kept with the libraries that the system lacked then: this one lacks more.
  if (isThere) rmSync(target, { recursive: true, force: true });
  const unpacked = await unpackChromium({ env, target, say, signal });
  if ('program' in unpacked) return unpacked.program;
  throw new StartError(explain([onPath.reason, unpacked.reason]));
}

async function requireNamed(program: string, signal: AbortSignal): Promise<string> {
  const problem = existsSync(program) ? await checkChromium(program, signal) : 'there is no such file';
  if (problem === undefined) return program;
  throw new StartError(`HEADGATE_CHROMIUM names ${program}: ${problem}.`);
}

function explain(reasons: string[]): string {
  const command =
    process.platform === 'darwin'
      ? 'brew install --cask google-chrome'
      : 'apt-get update && apt-get install -y chromium fonts-wqy-microhei';
  return [
    'No Chromium could be had:',
    ...reasons.map((reason) => `  - ${reason}`),
    `Install one and run the same command again:\n  ${command}`,
    'or name one with HEADGATE_CHROMIUM.',
  ].join('\n');
}
