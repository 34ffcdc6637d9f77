import { buildPrograms } from '../../bundle/build-programs.ts';
import { openHome } from '../../start/home/home.ts';
import { repository } from '../../start/repository.ts';
import { findHome } from '../../toolchain/find-home.mjs';

let built: Promise<string> | undefined;

/**
 * The folder of the bundled programs, which start in a third of the time that their sources take. They are there already
 * unless the sources have changed.
 */
export function builtPrograms(): Promise<string> {
  built ??= buildPrograms(openHome(findHome(process.env, repository)).programsDir);
  return built;
}
