import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openHome } from '../../start/home/home.ts';
import { findChromium } from './find-chromium.ts';
import { findOnPath } from './find-on-path.ts';
import { keepChromium, unpackChromium } from './unpack-chromium.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headgate-chromium-'));
});

function writeProgram(path: string, script: string): string {
  const program = join(folder, path);
  writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return program;
}

const says = (version: string): string => `echo "Chromium ${version} built on Debian"`;
const signal = new AbortController().signal;
const search = () => ({
  env: { PATH: folder },
  target: join(folder, 'target'),
  say: () => undefined,
  signal,
});

test('the first on PATH that runs is taken, one without windows before all', async () => {
  writeProgram('chromium', 'echo "install the snap" >&2; exit 1');
  const whole = writeProgram('google-chrome', says('140.0.7339.80'));
  expect(await findOnPath(search())).toEqual({ program: whole });
  const shell = writeProgram('chromium-headless-shell', says('140.0.7339.80'));
  expect(await findOnPath(search())).toEqual({ program: shell });
});

test('one that is too old is passed over, with a reason', async () => {
  writeProgram('chromium', says('90.0.4430.212'));
  expect(await findOnPath(search())).toEqual({
    reason: expect.stringContaining('90.0.4430.212 is older than 112'),
  });
});

test('one that the environment names must be there', async () => {
  const home = openHome(join(folder, 'home'));
  const env = { PATH: '', HEADGATE_CHROMIUM: '/nowhere/chromium' };
  await expect(findChromium(home, { ...search(), env })).rejects.toThrow(/there is no such file/);
});

test('where no package can be unpacked it is said what that takes', async () => {
  expect(await unpackChromium(search())).toEqual({
    reason: 'no Debian package can be unpacked without apt-get and dpkg-deb',
  });
});

function writeUnpacked(script: string, name = 'chromium'): string {
  const libraries = join(folder, 'unpacked/usr/lib/x86_64-linux-gnu');
  for (const path of [libraries, join(folder, 'unpacked/usr/lib/chromium')])
    mkdirSync(path, { recursive: true });
  writeFileSync(join(libraries, 'libogg.so.0'), '');
  writeProgram(`unpacked/usr/lib/chromium/${name}`, script);
  return join(folder, 'unpacked');
}

test.each(['chromium-headless-shell', 'chromium'])(
  '%s that was unpacked is kept with its libraries and fonts, and found from then on',
  async (name) => {
    const home = openHome(join(folder, 'home'));
    const target = join(home.partsDir, `chromium-${process.platform}-${process.arch}`);
    const prints = `${says('156.0.8078.79')}; echo "$LD_LIBRARY_PATH $FONTCONFIG_FILE"`;
    const unpacked = writeUnpacked(prints, name);
    mkdirSync(home.partsDir, { recursive: true });
    const program = join(target, 'chromium');
    expect(await keepChromium(unpacked, { ...search(), target })).toEqual({ program });
    const printed = execFileSync(program, { encoding: 'utf8' });
    expect(printed).toContain(`${target}/usr/lib/x86_64-linux-gnu`);
    expect(printed).toContain(`${target}/fonts.conf`);
    expect(await findChromium(home, { ...search(), env: { PATH: '' } })).toBe(program);
  },
);

test('what does not run once it is unpacked is not kept', async () => {
  const unpacked = writeUnpacked('echo "libnss3.so: cannot open shared object file" >&2; exit 127');
  expect(await keepChromium(unpacked, search())).toEqual({ reason: expect.stringContaining('libnss3.so') });
});
