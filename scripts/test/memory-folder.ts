import { spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoryFiles } from '../parts/memory-files.ts';

/** A run used 1 GB at the most. */
const neededBytes = 4 * 1024 ** 3;

/**
 * A folder of this user's below `root` whose files lie in memory: a run makes and drops two thousand databases of 700 files each,
 * and a disk's file system took a third of the processors' time for it. Undefined where there is none, or too little
 * room, or no program in it may run.
 */
export function findMemoryFolder(root = memoryFiles, bytes = neededBytes): string | undefined {
  const folder = join(root, `headgate-tests-${process.getuid?.()}`);
  try {
    if (!hasRoom(root, bytes)) return undefined;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return isOwn(folder) && canRunPrograms(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** Twice the memory: what lies in it is taken from the programs. */
function hasRoom(root: string, bytes: number): boolean {
  const { bavail, bsize } = statfsSync(root);
  return bavail * bsize >= bytes && process.availableMemory() >= 2 * bytes;
}

/** Everybody may write into the folder above, and could have been there first. */
function isOwn(folder: string): boolean {
  const found = lstatSync(folder);
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
}

/** Containers forbid it. */
function canRunPrograms(folder: string): boolean {
  const program = join(folder, `program-${process.pid}`);
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
