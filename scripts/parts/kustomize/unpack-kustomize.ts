import { join } from 'node:path';
import { unpackPackages } from '../debian/unpack-packages.ts';
import { keepProgram } from '../keep-program.ts';
import type { Found, Search } from '../search.ts';
import { checkKustomize } from './check-kustomize.ts';

/** The first Debian that has it: 5.6.0, for any system with glibc 2.34 or newer. */
const packages = { what: 'kustomize', alone: ['kustomize'], release: 'trixie' };

/** Where it is kept. */
export const programPath = 'bin/kustomize';

export function unpackKustomize(search: Search): Promise<Found> {
  return unpackPackages(packages, search, (unpacked) =>
    keepProgram(join(unpacked, 'usr/bin/kustomize'), { programPath, check: checkKustomize }, search),
  );
}
