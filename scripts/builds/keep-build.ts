import {
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { isInUse, isPartOfBuild } from './hold-build.ts';

const keptBuilds = 5;

export interface Build {
  /** A name for all that it is made from. */
  name: string;
  /** Where another home may have it. */
  lender?: string;
  build(into: string): Promise<void>;
}

/**
 * The folder `name` below `directory`. When it is not there, it is copied from the lender or `build` fills another one,
 * which takes its place once it is whole: several may build the same at the same time.
 */
export async function keepBuild(directory: string, { name, lender, build }: Build): Promise<string> {
  const kept = join(directory, name);
  if (existsSync(kept)) return kept;
  mkdirSync(directory, { recursive: true });
  const unfinished = mkdtempSync(join(directory, 'unfinished-'));
  try {
    if (lender === undefined || !copyBuild(join(lender, name), unfinished)) await build(unfinished);
    moveTo(kept, unfinished);
    removeOldBuilds(directory);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return kept;
}

/** Whether there was one to copy. One that changes or goes meanwhile is built here instead. */
function copyBuild(from: string, into: string): boolean {
  if (!existsSync(from)) return false;
  try {
    cpSync(from, into, { recursive: true, mode: constants.COPYFILE_FICLONE, filter: isPartOfBuild });
    return true;
  } catch {
    for (const name of readdirSync(into)) rmSync(join(into, name), { recursive: true, force: true });
    return false;
  }
}

/** The newest stay, since another build may be under way, and those that are in use. */
function removeOldBuilds(directory: string): void {
  const ages = readdirSync(directory).map((name) => {
    const path = join(directory, name);
    return { path, changedMs: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
  });
  for (const { path } of ages.sort((a, b) => b.changedMs - a.changedMs).slice(keptBuilds))
    if (!isInUse(path)) rmSync(path, { recursive: true, force: true });
}

/** Whoever built the same at the same time may have been quicker. */
function moveTo(kept: string, unfinished: string): void {
  try {
    renameSync(unfinished, kept);
  } catch (error) {
    if (!existsSync(kept)) throw error;
  }
}
