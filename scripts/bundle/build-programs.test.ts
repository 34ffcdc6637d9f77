import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn } from '../builds/hash-files.ts';
import { openHome } from '../start/home/home.ts';
import { repository } from '../start/repository.ts';
import { findHome } from '../toolchain/find-home.mjs';
import { buildPrograms, sourcesOfPrograms } from './build-programs.ts';

/** The programs may have to be bundled first. */
const timeoutMs = 120_000;

test('whatever a program holds of this repository, a change of it makes new programs', {
  timeout: timeoutMs,
}, async () => {
  const directory = await buildPrograms(openHome(findHome(process.env, repository)).programsDir);
  const maps = filesIn(directory).filter((file) => file.endsWith('.js.map'));
  const held = maps.flatMap((file) => {
    const { sources } = JSON.parse(readFileSync(file, 'utf8')) as { sources: string[] };
    return sources.map((source) => resolve(dirname(file), source));
  });
  const own = [...new Set(held)].filter(
    (file) => /\.m?[tj]sx?$/.test(file) && !/\/node_modules\//.test(file),
  );
  expect(own.length).toBeGreaterThan(500);
  expect(own.filter((file) => file.startsWith(repository)).length).toBeGreaterThan(500);
  const known = new Set(sourcesOfPrograms());
  expect(own.filter((file) => !known.has(file))).toEqual([]);
});
