import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readStartTime } from '../toolchain/process-start.mjs';

const holderName = /^held-by-(\d+)$/;

/** Keeps a build for as long as this process lives: what it starts from it may have to be started again. */
export function holdBuild(folder: string): void {
  writeFileSync(join(folder, `held-by-${process.pid}`), readStartTime(process.pid) ?? '');
}

/** Whether a process that holds the build lives. */
export function isInUse(folder: string): boolean {
  return readdirSync(folder).some((name) => {
    const pid = holderName.exec(name)?.[1];
    return pid !== undefined && readFileSync(join(folder, name), 'utf8') === readStartTime(Number(pid));
  });
}

/** Who holds one build does not hold its copy. */
export function isPartOfBuild(file: string): boolean {
  return !holderName.test(basename(file));
}
