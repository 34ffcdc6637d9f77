import { join } from 'node:path';
import type { Home } from '../../start/home/home.ts';
import { repository } from '../../start/repository.ts';
import { StartError } from '../../start/start-error.ts';
import { defaultHome } from '../../toolchain/find-home.mjs';
import { borrow, isComplete } from '../../toolchain/tool-folder.mjs';
import { findTool } from '../find-tool.ts';
import type { Search } from '../search.ts';
import { checkPromtool } from './check-promtool.ts';
import { programPath, unpackPromtool } from './unpack-promtool.ts';

/** The path of Prometheus's own checker of rules: named, on PATH, in the home, or brought there. */
export async function findPromtool(
  home: Home,
  { env, say, signal }: Omit<Search, 'target'>,
): Promise<string> {
  if (env.HEADGATE_PROMTOOL) {
    const problem = await checkPromtool(env.HEADGATE_PROMTOOL, signal);
    if (problem === undefined) return env.HEADGATE_PROMTOOL;
    throw new StartError(`HEADGATE_PROMTOOL names ${env.HEADGATE_PROMTOOL}: ${problem}.`);
  }
  const onPath = findTool('promtool', env);
  if (onPath !== undefined && (await checkPromtool(onPath, signal)) === undefined) return onPath;
  const target = join(home.partsDir, `promtool-${process.platform}-${process.arch}`);
  const program = join(target, programPath);
  if (isComplete(target) || borrow(target.replace(home.path, defaultHome(repository)), target))
    return program;
  const unpacked = await unpackPromtool({ env, target, say, signal });
  if ('program' in unpacked) return unpacked.program;
  throw new StartError(`No promtool could be had: there is none on PATH, and ${unpacked.reason}.`);
}
