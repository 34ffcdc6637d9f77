import { join } from 'node:path';
import { holdBuild } from '../builds/hold-build.ts';
import { buildPrograms } from '../bundle/build-programs.ts';
import { buildPages } from '../console/build-pages.ts';
import { defaultHome } from '../toolchain/find-home.mjs';
import type { StartContext } from './context.ts';
import { repository } from './repository.ts';

/**
 * The folder of the programs, or of the console's pages, as the sources are now: kept in the home, copied from the
 * repository's own home, or built. It stays while this process lives.
 */
export async function provideBuild(context: StartContext, what: 'programs' | 'console'): Promise<string> {
  const { home, marked: env, say, signal } = context;
  const lender = join(defaultHome(repository), what);
  const folder =
    what === 'programs'
      ? await buildPrograms(home.programsDir, { lender, say })
      : await buildPages(home.consoleDir, { lender, env, say, signal });
  holdBuild(folder);
  return folder;
}
