import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
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
export async function buildPages(
  directory: string,
  { env, say, signal }: { env: NodeJS.ProcessEnv; say: Say; signal?: AbortSignal },
): Promise<string> {
  const pagesDir = join(directory, hashInputs(source, join(repository, 'pnpm-lock.yaml')));
  if (existsSync(pagesDir)) return pagesDir;
  say("Building the console's pages");
  mkdirSync(directory, { recursive: true });
  const unfinished = mkdtempSync(join(directory, 'unfinished-'));
  try {
    await build(unfinished, { env, signal });
    moveTo(pagesDir, unfinished);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return pagesDir;
}

/** Removes the pages that earlier sources were built to, and what a killed build has left. */
export function removeOtherPages(pagesDir: string): void {
  const directory = join(pagesDir, '..');
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    if (path !== pagesDir) rmSync(path, { recursive: true, force: true });
  }
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

/** Whoever built the same at the same time may have been quicker. */
function moveTo(pagesDir: string, unfinished: string): void {
  try {
    renameSync(unfinished, pagesDir);
  } catch (error) {
    if (!existsSync(pagesDir)) throw error;
  }
}
