import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const inPackage = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** Writes `.packages.json` beside the pages: the packages that they are made of, for a bill of materials. Files with a dot are not served. */
export function listPackages(): Plugin {
  return {
    name: 'list-packages',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const folders = [...this.getModuleIds()].flatMap((id) => inPackage.exec(id)?.[1] ?? []);
      const packages = [...new Set(folders)].sort().map(readPackage);
      writeFileSync(join(dir, '.packages.json'), JSON.stringify(packages, null, 1));
    },
  };
}

function readPackage(folder: string): { name: string; version: string; license: string } {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { name, version, license };
}
