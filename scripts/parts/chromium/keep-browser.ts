import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { adopt, completeMark } from '../../toolchain/tool-folder.mjs';
import { checkChromium } from './check-chromium.ts';
import { type Found, programPath, type Search } from './find-chromium.ts';

const browserPath = 'usr/lib/chromium/chromium';
const fontsPath = 'fonts.conf';
/** A quarter of the files, which nobody reads. */
const unread = ['usr/share/doc', 'usr/share/locale', 'usr/share/man'];

/** Puts unpacked packages into the home, with a script in front that makes them find each other, if they run. */
export async function keepBrowser(unpacked: string, { target, signal }: Search): Promise<Found> {
  if (!existsSync(join(unpacked, browserPath)))
    return { reason: `Debian's chromium has no ${browserPath} here` };
  for (const folder of unread) rmSync(join(unpacked, folder), { recursive: true, force: true });
  writeFileSync(join(unpacked, fontsPath), fontSettings);
  writeFileSync(join(unpacked, programPath), script(libraryFolders(unpacked)), { mode: 0o755 });
  const problem = await checkChromium(join(unpacked, programPath), signal);
  if (problem !== undefined) return { reason: `the Chromium that was fetched: ${problem}` };
  writeFileSync(join(unpacked, completeMark), JSON.stringify([programPath, browserPath, fontsPath]));
  adopt(unpacked, target);
  return { program: join(target, programPath) };
}

/** Below the browser's folder, those with libraries: some packages look for theirs at an absolute path. */
function libraryFolders(unpacked: string): string[] {
  const isLibrary = (name: string): boolean => /\.so(\.|$)/.test(name);
  const folders = ['lib', 'usr/lib'].flatMap((root) =>
    existsSync(join(unpacked, root))
      ? readdirSync(join(unpacked, root), { recursive: true, withFileTypes: true })
      : [],
  );
  const found = folders
    .filter(({ name }) => isLibrary(name))
    .map(({ parentPath }) => relative(unpacked, parentPath));
  return [...new Set(found)].sort();
}

/** The folder is copied and renamed, so all is found from where the script lies. */
function script(folders: readonly string[]): string {
  return `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
LD_LIBRARY_PATH="${folders.map((folder) => `$here/${folder}`).join(':')}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
FONTCONFIG_FILE="$here/${fontsPath}"
export LD_LIBRARY_PATH FONTCONFIG_FILE
exec "$here/${browserPath}" "$@"
`;
}

/** These fonts alone, so that pages look the same on every machine. */
const fontSettings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir prefix="relative">usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
  <alias>
    <family>monospace</family>
    <prefer><family>DejaVu Sans Mono</family><family>WenQuanYi Micro Hei Mono</family></prefer>
  </alias>
  <alias>
    <family>serif</family>
    <prefer><family>DejaVu Serif</family><family>WenQuanYi Micro Hei</family></prefer>
  </alias>
  <alias>
    <family>sans-serif</family>
    <prefer><family>DejaVu Sans</family><family>WenQuanYi Micro Hei</family></prefer>
  </alias>
</fontconfig>
`;
