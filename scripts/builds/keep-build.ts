import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const keptBuilds = 5;

/**
 * The folder `name` below `directory`. When it is not there, `build` fills another one, which takes its place once it is
 * whole: several may build the same at the same time.
 */
export async function keepBuild(
  directory: string,
  name: string,
  build: (into: string) => Promise<void>,
): Promise<string> {
  const kept = join(directory, name);
  if (existsSync(kept)) return kept;
  mkdirSync(directory, { recursive: true });
  const unfinished = mkdtempSync(join(directory, 'unfinished-'));
  try {
    await build(unfinished);
    moveTo(kept, unfinished);
    removeOldBuilds(directory);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return kept;
}

/** The newest stay: a system may be using them, or another build may be under way. */
function removeOldBuilds(directory: string): void {
  const ages = readdirSync(directory).map((name) => {
    const path = join(directory, name);
    return { path, changedMs: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
  });
  for (const { path } of ages.sort((a, b) => b.changedMs - a.changedMs).slice(keptBuilds))
    rmSync(path, { recursive: true, force: true });
}

/** Whoever built the same at the same time may have been quicker. */
function moveTo(kept: string, unfinished: string): void {
  try {
    renameSync(unfinished, kept);
  } catch (error) {
    if (!existsSync(kept)) throw error;
  }
}
