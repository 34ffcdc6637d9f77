import { mkdirSync, mkdtempSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type Packages, unpackPackages } from './unpack-packages.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headgate-unpack-'));
  mkdirSync(join(folder, 'bin'));
  writeProgram('apt-get', apt);
  // The archive's name is all that is in it.
  writeProgram('dpkg-deb', 'touch "$3/$(basename "$2" .deb)"');
});

function writeProgram(name: string, script: string): void {
  writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

/** Knows every package but those that are called missing; what it installs needs a library. */
const apt = `
case " $* " in *" missing"*) echo "E: Unable to locate package" >&2; exit 100;; esac
for last; do :; done
case " $* " in
  *" install "*) touch "cache/archives/$last.deb" cache/archives/library.deb;;
  *" download "*) touch "$last.deb";;
esac`;

function unpack(packages: Omit<Packages, 'what'>) {
  const target = join(folder, 'parts/target');
  const search = {
    env: { PATH: `${join(folder, 'bin')}:${process.env.PATH}` },
    target,
    say: () => undefined,
  };
  const { signal } = new AbortController();
  return unpackPackages({ what: 'it', ...packages }, { ...search, signal }, async (unpacked) => {
    renameSync(unpacked, target);
    return { program: readdirSync(target).sort().join(' ') };
  });
}

test('the first set that can be had comes with its libraries, beside what is taken alone', async () => {
  const withLibraries = [['missing-server'], ['server'], ['other-server']];
  expect(await unpack({ withLibraries, alone: ['fonts'] })).toEqual({ program: 'fonts library server' });
});

test('where none can be had, each says why', async () => {
  expect(await unpack({ withLibraries: [['missing-one'], ['missing-two', 'more']] })).toEqual({
    reason:
      'apt-get could not download missing-one (E: Unable to locate package); ' +
      'apt-get could not download missing-two and more (E: Unable to locate package)',
  });
  expect(await unpack({ withLibraries: [['server']], alone: ['missing-fonts'] })).toEqual({
    reason: 'apt-get could not download missing-fonts (E: Unable to locate package)',
  });
});

test('what cannot be unpacked is not kept, and nothing is left behind', async () => {
  writeProgram('dpkg-deb', 'echo "dpkg-deb: error: not a package" >&2; exit 2');
  expect(await unpack({ alone: ['server'] })).toEqual({
    reason: 'dpkg-deb could not unpack server.deb (dpkg-deb: error: not a package)',
  });
  expect(readdirSync(join(folder, 'parts'))).toEqual([]);
});
