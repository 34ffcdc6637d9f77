import { join } from 'node:path';
import { keepBuild } from '../builds/keep-build.ts';
import { runToEnd } from '../start/processes/run-to-end.ts';
import { repository } from '../start/repository.ts';
import type { Say } from '../start/say.ts';
import { StartError } from '../start/start-error.ts';
import { hashInputs } from './hash-inputs.ts';

const timeoutMs = 5 * 60_000;
const source = join(repository, 'services/console');
const vite = join(source, 'node_modules/vite/bin/vite.js');

/**
 * Builds the console's pages below `directory` unless they are there already, built from what they would be built from
 * now, or `lender` has them. Gives the folder that they lie in.
 */
export function buildPages(
  directory: string,
  { lender, env, say, signal }: BuildOptions & { lender?: string; say: Say },
): Promise<string> {
  return keepBuild(directory, {
    name: hashInputs(source, join(repository, 'pnpm-lock.yaml')),
    ...(lender !== undefined && { lender }),
    build(into) {
      say("Building the console's pages");
      return build(into, { env, ...(signal && { signal }) });
    },
  });
}

interface BuildOptions {
  env: NodeJS.ProcessEnv;
  signal?: AbortSignal;
}

async function build(into: string, { env, signal }: BuildOptions): Promise<void> {
  const args = [vite, 'build', '--outDir', into, '--emptyOutDir', '--logLevel', 'warn'];
  const result = await runToEnd(process.execPath, args, {
    cwd: source,
    env: { ...env, NODE_ENV: 'production' },
    timeoutMs,
    ...(signal && { signal }),
  });
  if (result.status === 0) return;
  const reason = `${result.stderr}\n${result.stdout}`.trim() || 'it did not end in time';
  throw new StartError(`Building the console failed:\n${reason}`);
}
