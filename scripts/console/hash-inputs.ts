import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** What pages are built from, beside the packages that the lock file names. The server reads them and is none of it. */
const inputs = ['index.html', 'vite.config.ts', 'build', 'public', 'src'];
const apart = /^src\/server\/|\.test\.tsx?$/;

/** A short name for the contents of all that pages are built from. */
export function hashInputs(source: string, lockFile: string): string {
  const hash = createHash('sha256');
  const add = (name: string, file: string): void => {
    const bytes = readFileSync(file);
    hash.update(`${name}\0${bytes.length}\0`).update(bytes);
  };
  add('lock file', lockFile);
  for (const file of inputs.flatMap((name) => filesIn(join(source, name))).sort()) {
    const name = relative(source, file);
    if (!apart.test(name)) add(name, file);
  }
  return hash.digest('hex').slice(0, 16);
}

/** The file itself, or all that lie in the folder. */
function filesIn(path: string): string[] {
  if (/\.\w+$/.test(path)) return [path];
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}
