import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { removeOutsideFolder } from '../parts/postgres/outside-folder.ts';
import { type Home, openHome } from '../start/home/home.ts';
import { readStartTime } from '../toolchain/process-start.mjs';
import { findMemoryFolder } from './memory-folder.ts';

/** A home of this run alone, named by this process: in memory where that can be, else below the main one. */
export function openRunHome(mainHome: Home): Home {
  const folder = findMemoryFolder() ?? join(mainHome.path, 'tests');
  mkdirSync(folder, { recursive: true });
  removeLeftovers(folder);
  return openHome(join(folder, String(process.pid)));
}

/** Homes of runs that are gone. */
function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (readStartTime(Number(name)) === undefined)
      rmSync(join(folder, name), { recursive: true, force: true });
  }
}

export async function removeRunHome({ path }: Home): Promise<void> {
  await removeOutsideFolder(path);
  rmSync(path, { recursive: true, force: true });
}
