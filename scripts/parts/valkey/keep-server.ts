import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { adopt, completeMark } from '../../toolchain/tool-folder.mjs';
import { checkValkey } from './check-valkey.ts';
import { type Found, programPath, type Search } from './find-valkey.ts';

/** Either name leads to the program that Debian ships as one of the tools. */
const serverPaths = ['usr/bin/valkey-server', 'usr/bin/redis-server'];

/** Puts unpacked packages into the home, with a script in front that finds the libraries, if they run. */
export async function keepServer(unpacked: string, { target, signal }: Search): Promise<Found> {
  const server = serverPaths.find((path) => existsSync(join(unpacked, path)));
  if (server === undefined) return { reason: `Debian's package has neither ${serverPaths.join(' nor ')}` };
  writeFileSync(join(unpacked, programPath), script(server, libraryFolders(unpacked)), { mode: 0o755 });
  const problem = await checkValkey(join(unpacked, programPath), signal);
  if (problem !== undefined) return { reason: `the server that was fetched: ${problem}` };
  writeFileSync(join(unpacked, completeMark), JSON.stringify([programPath, server]));
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
function script(server: string, folders: readonly string[]): string {
  return `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
LD_LIBRARY_PATH="${folders.map((folder) => `$here/${folder}`).join(':')}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export LD_LIBRARY_PATH
exec "$here/${server}" "$@"
`;
}
