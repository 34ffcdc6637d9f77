import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { removeOutsideFolder } from '../../parts/postgres/outside-folder.ts';
import { type SystemOptions, startSystem, type TestSystem } from './start-system.ts';

/** Starts a system that stops when the test has finished. */
export async function startForTest(options: SystemOptions): Promise<TestSystem> {
  const system = await startSystem(options);
  onTestFinished(async () => {
    await system.stop();
  });
  return system;
}

/** The path of a home whose database goes when the test has finished. */
export function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'headgate-home-'));
  onTestFinished(() => removeOutsideFolder(home));
  return home;
}
