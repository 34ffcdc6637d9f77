import { keepWithLibraries } from '../debian/keep-with-libraries.ts';
import { unpackPackages } from '../debian/unpack-packages.ts';
import type { Found, Search } from '../search.ts';
import { checkValkey } from './check-valkey.ts';

/** Debian 12 has a Redis 7.0, from before it changed its license; 13 and later have Valkey too. */
const packages = { what: 'a Valkey or Redis', withLibraries: [['valkey-server'], ['redis-server']] };
/** Either name leads to the program that Debian ships as one of the tools. */
const packaged = ['usr/bin/valkey-server', 'usr/bin/redis-server'];

/** Where it is kept: runs the server with the libraries that lie beside it. */
export const programPath = 'server';

export function unpackValkey(search: Search): Promise<Found> {
  return unpackPackages(packages, search, (unpacked) => keepValkey(unpacked, search));
}

export function keepValkey(unpacked: string, search: Search): Promise<Found> {
  return keepWithLibraries(unpacked, { name: 'server', packaged, programPath, check: checkValkey }, search);
}
