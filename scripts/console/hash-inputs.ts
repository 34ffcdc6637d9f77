import { join, relative } from 'node:path';
import { filesIn, hashFiles } from '../builds/hash-files.ts';

/** What pages are built from, beside the packages that the lock file names. The server reads them and is none of it. */
const inputs = ['index.html', 'vite.config.ts', 'build', 'public', 'src'];
const apart = /^src\/server\/|\.test\.tsx?$/;

/** A short name for the contents of all that pages are built from. */
export function hashInputs(source: string, lockFile: string): string {
  const files = inputs.flatMap((name) => filesIn(join(source, name)));
  return hashFiles(source, [lockFile, ...files.filter((file) => !apart.test(relative(source, file)))]);
}
