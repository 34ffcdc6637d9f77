import { join } from 'node:path';
import { unpackPackages } from '../debian/unpack-packages.ts';
import { keepProgram } from '../keep-program.ts';
import type { Found, Search } from '../search.ts';
import { checkPromtool } from './check-promtool.ts';

const packages = { what: 'promtool', size: 'about 20 MB', alone: ['prometheus'] };

/** Where it is kept. */
export const programPath = 'bin/promtool';

/** Takes promtool out of Debian's package of Prometheus. */
export function unpackPromtool(search: Search): Promise<Found> {
  return unpackPackages(packages, search, (unpacked) =>
    keepProgram(join(unpacked, 'usr/bin/promtool'), { programPath, check: checkPromtool }, search),
  );
}
