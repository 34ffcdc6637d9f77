import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeOutsideFolder } from '../../parts/postgres/outside-folder.ts';
import { findFreePort } from '../../start/plan/ports.ts';
import type { StartLane } from './lanes.ts';
import { type StartTook, startHome, type Took } from './start-home.ts';
import { startTable } from './table.ts';

/** Starts a fresh home once, which is not counted, and then as often as the lane says. */
export async function showStart({ name, starts }: StartLane, say: (line: string) => void): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'headgate-starts-'));
  try {
    const port = await findFreePort();
    say(`${name}\nthe first: ${describe(await startHome(home, port))}`);
    const took: StartTook[] = [];
    for (let round = 1; round <= starts; round += 1) {
      const start = await startHome(home, port);
      took.push(start);
      say(`start ${round}: ${describe(start)}`);
    }
    for (const line of ['', ...startTable(took)]) say(line);
  } finally {
    await removeOutsideFolder(home);
    rmSync(home, { recursive: true, force: true });
  }
}

function describe({ wallMs, cpuMs }: Took): string {
  return `ready after ${(wallMs / 1_000).toFixed(2)} s, ${(cpuMs / 1_000).toFixed(2)} s of CPU in all processes`;
}
