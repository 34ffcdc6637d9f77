import { buildPages } from '../../console/build-pages.ts';
import { openHome } from '../../start/home/home.ts';
import { repository } from '../../start/repository.ts';
import { findHome } from '../../toolchain/find-home.mjs';
import { inherited } from './service-process.ts';

/** The folder of the console's pages. They are there already unless their sources have changed. */
export function builtPages(): Promise<string> {
  const { consoleDir } = openHome(findHome(process.env, repository));
  return buildPages(consoleDir, { env: inherited(), say: () => undefined });
}
