import { existsSync } from 'node:fs';
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
 * now. Gives the folder that they lie in.
 */
export function buildPages(
  directory: string,
  { env, say, signal }: { env: NodeJS.ProcessEnv; say: Say; signal?: AbortSignal },
): Promise<string> {
  const name = hashInputs(source, join(repository, 'pnpm-lock.yaml'));
  if (!existsSync(join(directory, name))) say("Building the console's pages");
  return keepBuild(directory, name, (into) => build(into, { env, signal }));
}

async function build(
  into: string,
  { env, signal }: { env: NodeJS.ProcessEnv; signal: AbortSignal | undefined },
): Promise<void> {
  const args = [vite, 'build', '--outDir', into, '--emptyOutDir', '--logLevel', 'warn'];
  const options = { cwd: source, env: { ...env, NODE_ENV: 'production' }, timeoutMs };
  const result = await runToEnd(
    process.execPath,
    args,
    signal === undefined ? options : { ...options, signal },
  );
  if (result.status === 0) return;
  const reason = `${result.stderr}\n${result.stdout}`.trim() || 'it did not end in time';
  throw new StartError(`Building the console failed:\n${reason}`);
}
