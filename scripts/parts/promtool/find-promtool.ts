import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from '../../start/home.ts';
import { runToEnd } from '../../start/processes/run-to-end.ts';
import { repository } from '../../start/repository.ts';
import type { Say } from '../../start/say.ts';
import { StartError } from '../../start/start-error.ts';
import { defaultHome } from '../../toolchain/find-home.mjs';
import { borrow, isComplete } from '../../toolchain/tool-folder.mjs';
import { findTool } from '../nats/find-tool.ts';
import { unpackDebianPackage } from './unpack-debian-package.ts';

/** What the ways to a promtool need. */
export interface Search {
  env: NodeJS.ProcessEnv;
  /** The folder to unpack into, with the program at `bin/promtool`. */
  target: string;
  say: Say;
  signal: AbortSignal;
}

/** A way to a promtool: the path of its program, or why there is none this way. */
export type Found = { program: string } | { reason: string };

export const programPath = 'bin/promtool';
const timeoutMs = 30_000;

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
  const unpacked = await unpackDebianPackage({ env, target, say, signal });
  if ('program' in unpacked) return unpacked.program;
  throw new StartError(`No promtool could be had: there is none on PATH, and ${unpacked.reason}.`);
}

/** Why this program will not do; undefined when it will. */
export async function checkPromtool(program: string, signal: AbortSignal): Promise<string | undefined> {
  if (!existsSync(program)) return 'there is no such file';
  const { status, stdout, stderr } = await runToEnd(program, ['--version'], { timeoutMs, signal });
  const said = `${stdout}${stderr}`.trim();
  if (status === 0 && said.startsWith('promtool')) return undefined;
  return `it does not run (${said.split('\n')[0] || 'no output'})`;
}
