import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { filesIn } from '../builds/hash-files.ts';
import { lateModules } from '../bundle/programs.ts';
import { repository } from '../start/repository.ts';
import type { PackageFound } from './package-found.ts';

const inPackage = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** The npm packages that bundled programs hold code of, as their source maps say, and those of the console's pages. */
export function findBundled(directory: string): PackageFound[] {
  const maps = filesIn(directory).filter((file) => file.endsWith('.js.map'));
  const sources = maps.flatMap((file) => {
    const map: { sources: string[] } = JSON.parse(readFileSync(file, 'utf8'));
    return map.sources.map((source) => resolve(dirname(file), source));
  });
  const late = Object.entries(lateModules).map(([name, service]) =>
    createRequire(join(repository, 'services', service, 'package.json')).resolve(name),
  );
  const folders = [...sources, ...late].flatMap((source) => inPackage.exec(source)?.[1] ?? []);
  const ofPages: Omit<PackageFound, 'origin'>[] = JSON.parse(
    readFileSync(join(directory, 'console-pages/.packages.json'), 'utf8'),
  );
  return [
    ...[...new Set(folders)].map(readManifest),
    ...ofPages.map((found): PackageFound => ({ origin: 'npm', ...found })),
  ];
}

function readManifest(folder: string): PackageFound {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { origin: 'npm', name, version, ...(typeof license === 'string' && { license }) };
}
