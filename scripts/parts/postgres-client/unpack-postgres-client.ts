import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { adopt, completeMark } from '../../toolchain/tool-folder.mjs';
import { unpackPackages } from '../debian/unpack-packages.ts';
import type { Found, Search } from '../search.ts';

const packageName = 'postgresql-client-15';
const programPaths = ['usr/lib/postgresql/15/bin/pg_dump', 'usr/lib/postgresql/15/bin/psql'];

/** Brings the programs with their libraries, which they find by LD_LIBRARY_PATH. */
export function unpackPostgresClient(search: Search): Promise<Found> {
  const { target } = search;
  return unpackPackages({ what: packageName, withLibraries: [[packageName]] }, search, async (unpacked) => {
    writeFileSync(join(unpacked, completeMark), JSON.stringify(programPaths));
    adopt(unpacked, target);
    return { program: join(target, 'usr/lib/postgresql/15/bin/pg_dump') };
  });
}
