import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readStartTime } from './process-start.mjs';

/** Written last, so that a folder that has it is whole; names the files without which it is useless. */
export const completeMark = 'complete.json';

/** Also false when a named file is gone or empty, as after a power cut: an empty program "runs" as a script. */
export function isComplete(folder) {
  try {
    const files = JSON.parse(readFileSync(join(folder, completeMark), 'utf8'));
    return files.every((file) => statSync(join(folder, file)).size > 0);
  } catch {
    return false;
  }
}

/** A fresh folder on the same disk as `target`, named by this process; those of dead processes are removed. */
export function temporaryBeside(target) {
  const parent = dirname(target);
  mkdirSync(parent, { recursive: true });
  for (const name of readdirSync(parent)) {
    const pid = /^\.tmp-(\d+)-/.exec(name)?.[1];
    if (pid && readStartTime(Number(pid)) === undefined) {
      rmSync(join(parent, name), { recursive: true, force: true });
    }
  }
  const temporary = join(parent, `.tmp-${process.pid}-${basename(target)}`);
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary);
  return temporary;
}

/** Puts a finished temporary folder in its place, in one step. Whoever comes second keeps the first one's. */
export function adopt(temporary, target) {
  if (!isComplete(target)) {
    rmSync(target, { recursive: true, force: true });
    try {
      renameSync(temporary, target);
      return;
    } catch (error) {
      if (!isComplete(target)) throw error;
    }
  }
  rmSync(temporary, { recursive: true, force: true });
}

/** Copies a whole folder from another home; false when there is none to copy. */
export function borrow(source, target) {
  if (source === target || !isComplete(source)) return false;
  const temporary = temporaryBeside(target);
  cpSync(source, temporary, { recursive: true, verbatimSymlinks: true });
  adopt(temporary, target);
  return true;
}
