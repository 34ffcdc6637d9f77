import { keepWithLibraries } from '../debian/keep-with-libraries.ts';
import { unpackPackages } from '../debian/unpack-packages.ts';
import type { Found, Search } from '../search.ts';
import { checkHaproxy } from './check-haproxy.ts';

/** Where it is kept: runs the program with the libraries that lie beside it. */
export const programPath = 'haproxy';

export function unpackHaproxy(search: Search): Promise<Found> {
  const packages = { what: 'HAProxy', withLibraries: [['haproxy']] };
  return unpackPackages(packages, search, (unpacked) => keepHaproxy(unpacked, search));
}

export function keepHaproxy(unpacked: string, search: Search): Promise<Found> {
  const whole = { name: 'HAProxy', packaged: ['usr/sbin/haproxy'], programPath, check: checkHaproxy };
  return keepWithLibraries(unpacked, whole, search);
}
