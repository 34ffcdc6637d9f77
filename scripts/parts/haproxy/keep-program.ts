import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { adopt, completeMark } from '../../toolchain/tool-folder.mjs';
import { checkHaproxy } from './check-haproxy.ts';
import { type Found, programPath, type Search } from './find-haproxy.ts';

const packaged = 'usr/sbin/haproxy';

/** Puts unpacked packages into the home, with a script in front that finds the libraries, if they run. */
export async function keepProgram(unpacked: string, { target, signal }: Search): Promise<Found> {
  if (!existsSync(join(unpacked, packaged))) return { reason: `Debian's package has no ${packaged}` };
  writeFileSync(join(unpacked, programPath), script(libraryFolders(unpacked)), { mode: 0o755 });
  const problem = await checkHaproxy(join(unpacked, programPath), signal);
  if (problem !== undefined) return { reason: `the HAProxy that was fetched: ${problem}` };
  writeFileSync(join(unpacked, completeMark), JSON.stringify([programPath, packaged]));
  adopt(unpacked, target);
  return { program: join(target, programPath) };
}

function libraryFolders(unpacked: string): string[] {
  const folders = ['lib', 'usr/lib'].flatMap((root) =>
    existsSync(join(unpacked, root))
      ? readdirSync(join(unpacked, root), { recursive: true, withFileTypes: true })
      : [],
  );
  const found = folders
    .filter(({ name }) => /\.so(\.|$)/.test(name))
    .map(({ parentPath }) => relative(unpacked, parentPath));
  return [...new Set(found)].sort();
}

/** The folder is copied and renamed, so all is found from where the script lies. */
function script(folders: readonly string[]): string {
  return `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
LD_LIBRARY_PATH="${folders.map((folder) => `$here/${folder}`).join(':')}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export LD_LIBRARY_PATH
exec "$here/${packaged}" "$@"
`;
}
