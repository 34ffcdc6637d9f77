import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { holdBuild } from './hold-build.ts';
import { keepBuild } from './keep-build.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'headgate-builds-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
});

const builds = { count: 0 };
const build = async (into: string): Promise<void> => {
  builds.count += 1;
  writeFileSync(join(into, 'program.js'), 'built');
};

/** How often it had to be built. */
async function countBuilds(run: () => Promise<unknown>): Promise<number> {
  const before = builds.count;
  await run();
  return builds.count - before;
}

test('what is there is not built again', async () => {
  const keep = () => keepBuild(join(home, 'own'), { name: 'one', build });
  expect([await countBuilds(keep), await countBuilds(keep)]).toEqual([1, 0]);
  expect(await countBuilds(() => keepBuild(join(home, 'own'), { name: 'two', build }))).toBe(1);
});

test('what another home has is copied, and is held by nobody there', async () => {
  const lender = join(home, 'lender');
  holdBuild(await keepBuild(lender, { name: 'one', build }));
  const keep = () => keepBuild(join(home, 'own'), { name: 'one', lender, build });
  expect(await countBuilds(keep)).toBe(0);
  rmSync(lender, { recursive: true });
  const copy = await keep();
  expect(readFileSync(join(copy, 'program.js'), 'utf8')).toBe('built');
  expect(existsSync(join(copy, `held-by-${process.pid}`))).toBe(false);
});

test('a lender without it is no reason not to build', async () => {
  const lender = join(home, 'nowhere');
  expect(await countBuilds(() => keepBuild(join(home, 'own'), { name: 'one', lender, build }))).toBe(1);
});

test('old builds go, except for those that a living process holds', async () => {
  const own = join(home, 'own');
  const keepOld = async (name: string, minute: number): Promise<string> => {
    const folder = await keepBuild(own, { name, build });
    return aged(folder, minute);
  };
  const gone = spawn(process.execPath, ['-e', '']);
  await once(gone, 'exit');
  const held = await keepOld('held', 1);
  holdBuild(held);
  aged(held, 1);
  const left = await keepOld('left', 2);
  writeFileSync(join(left, `held-by-${gone.pid}`), '12345');
  aged(left, 2);
  for (const [index, name] of ['a', 'b', 'c', 'd', 'e'].entries()) await keepOld(name, 3 + index);
  await keepBuild(own, { name: 'new', build });
  expect(['held', 'left', 'a', 'b', 'new'].map((name) => existsSync(join(own, name)))).toEqual([
    true,
    false,
    false,
    true,
    true,
  ]);
});

function aged(folder: string, minute: number): string {
  const time = new Date(Date.UTC(2026, 0, 1, 0, minute));
  utimesSync(folder, time, time);
  return folder;
}
