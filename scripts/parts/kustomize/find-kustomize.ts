import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from '../../start/home/home.ts';
import { repository } from '../../start/repository.ts';
import { StartError } from '../../start/start-error.ts';
import { defaultHome } from '../../toolchain/find-home.mjs';
import { borrow, isComplete } from '../../toolchain/tool-folder.mjs';
import { findTool, isExecutable } from '../find-tool.ts';
import type { Found, Search } from '../search.ts';
import { checkKustomize } from './check-kustomize.ts';
import { programPath, unpackKustomize } from './unpack-kustomize.ts';

/** The path of a kustomize (or a kubectl that holds one): named, on PATH, in the home, or brought there. */
export async function findKustomize(
  home: Home,
  { env, say, signal }: Omit<Search, 'target'>,
): Promise<string> {
  if (env.HEADGATE_KUSTOMIZE) return requireNamed(env.HEADGATE_KUSTOMIZE, signal);
  const target = join(home.partsDir, `kustomize-${process.platform}-${process.arch}`);
  const onPath = await findOnPath({ env, target, say, signal });
  if ('program' in onPath) return onPath.program;
  const program = join(target, programPath);
  if (isComplete(target) || borrow(target.replace(home.path, defaultHome(repository)), target))
    return program;
  const unpacked = await unpackKustomize({ env, target, say, signal });
  if ('program' in unpacked) return unpacked.program;
  throw new StartError(explain([onPath.reason, unpacked.reason]));
}

async function findOnPath({ env, signal }: Search): Promise<Found> {
  const reasons: string[] = [];
  for (const name of ['kustomize', 'kubectl']) {
    const program = findTool(name, env);
    if (program === undefined) continue;
    const problem = await checkKustomize(program, signal);
    if (problem === undefined) return { program };
    reasons.push(`${program}: ${problem}`);
  }
  return { reason: reasons.join('; ') || 'there is none on PATH' };
}

async function requireNamed(program: string, signal: AbortSignal): Promise<string> {
  const problem =
    existsSync(program) && isExecutable(program)
      ? await checkKustomize(program, signal)
      : 'there is no such program';
  if (problem === undefined) return program;
  throw new StartError(`HEADGATE_KUSTOMIZE names ${program}: ${problem}.`);
}

function explain(reasons: string[]): string {
  return [
    'No kustomize could be had:',
    ...reasons.map((reason) => `  - ${reason}`),
    'Install one, or name one (or a kubectl) with HEADGATE_KUSTOMIZE.',
  ].join('\n');
}
