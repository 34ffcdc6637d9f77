import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findDeadRuns } from './recover.ts';
import { isSegmentName } from './segment.ts';

/** The bytes that runs other than this one keep under `dir`, until each of them is finished and its journal goes. */
export function sizeOfDeadRuns(dir: string, exceptRun: string): number {
  // Of a folder that is gone nothing is left; what is shown of the process must not fail with it.
  if (!existsSync(dir)) return 0;
  let bytes = 0;
  for (const run of findDeadRuns(dir, exceptRun))
    for (const name of segmentsIn(join(dir, run)))
      bytes += statSync(join(dir, run, name), { throwIfNoEntry: false })?.size ?? 0;
  return bytes;
}

/** A run may be finished, and go, while it is looked at. */
function segmentsIn(runDir: string): string[] {
  try {
    return readdirSync(runDir).filter(isSegmentName);
  } catch {
    return [];
  }
}
