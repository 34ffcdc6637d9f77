import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { adopt, completeMark } from '../../toolchain/tool-folder.mjs';
import type { Check, Found, Search } from '../search.ts';

/** A program that is kept with all that its packages brought. */
export interface Whole {
  /** What it is called where it will not do. */
  name: string;
  /** Where packages have it: the first that is there. */
  packaged: readonly string[];
  /** The script that runs it with the libraries that lie beside it. */
  programPath: string;
  /** Files beside it that it is told of, by the variables that name them. */
  files?: Readonly<Record<string, string>>;
  check: Check;
}

/** Puts unpacked packages into the home, with a script in front that makes them find each other, if they run. */
export async function keepWithLibraries(
  unpacked: string,
  { name, packaged, programPath, files = {}, check }: Whole,
  { target, signal }: Search,
): Promise<Found> {
  const program = packaged.find((path) => existsSync(join(unpacked, path)));
  if (program === undefined) return { reason: `Debian's package has no ${packaged.join(' and no ')}` };
  writeFileSync(join(unpacked, programPath), script(program, libraryFolders(unpacked), files), {
    mode: 0o755,
  });
  const problem = await check(join(unpacked, programPath), signal);
  if (problem !== undefined) return { reason: `the ${name} that was fetched: ${problem}` };
  const needed = [programPath, program, ...Object.values(files)];
  writeFileSync(join(unpacked, completeMark), JSON.stringify(needed));
  adopt(unpacked, target);
  return { program: join(target, programPath) };
}

/** Also those below a program's own: some packages look for theirs at an absolute path. */
function libraryFolders(unpacked: string): string[] {
  const files = ['lib', 'usr/lib'].flatMap((root) =>
    existsSync(join(unpacked, root))
      ? readdirSync(join(unpacked, root), { recursive: true, withFileTypes: true })
      : [],
  );
  const found = files
    .filter(({ name }) => /\.so(\.|$)/.test(name))
    .map(({ parentPath }) => relative(unpacked, parentPath));
  return [...new Set(found)].sort();
}

/** The folder is copied and renamed, so all is found from where the script lies. */
function script(
  program: string,
  libraries: readonly string[],
  files: Readonly<Record<string, string>>,
): string {
  const lines = Object.entries(files).map(([variable, path]) => `${variable}="$here/${path}"\n`);
  return `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
LD_LIBRARY_PATH="${libraries.map((folder) => `$here/${folder}`).join(':')}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
${lines.join('')}export ${['LD_LIBRARY_PATH', ...Object.keys(files)].join(' ')}
exec "$here/${program}" "$@"
`;
}
