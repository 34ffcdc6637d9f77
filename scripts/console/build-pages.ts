import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runToEnd } from '../start/processes/run-to-end.ts';
import { repository } from '../start/repository.ts';
import type { Say } from '../start/say.ts';
import { StartError } from '../start/start-error.ts';
import { hashInputs } from './hash-inputs.ts';

const timeoutMs = 5 * 60_000;
const keptBuilds = 5;
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
    removeOldPages(directory);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return pagesDir;
}

/** The newest stay: a system may be serving them, or another build may be under way. */
function removeOldPages(directory: string): void {
  const ages = readdirSync(directory).map((name) => {
    const path = join(directory, name);
    return { path, changedMs: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
  });
  for (const { path } of ages.sort((a, b) => b.changedMs - a.changedMs).slice(keptBuilds))
    rmSync(path, { recursive: true, force: true });
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
