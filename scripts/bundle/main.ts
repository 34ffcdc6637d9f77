/**
 * `npm run bundle -- FOLDER`: every program as plain JavaScript, with the pages of the console, for an image. Without a
 * folder they are bundled into the home, where the tests find them.
 */
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildPages } from '../console/build-pages.ts';
import { openHome } from '../start/home/home.ts';
import { repository } from '../start/repository.ts';
import { say } from '../start/say.ts';
import { findHome } from '../toolchain/find-home.mjs';
import { buildPrograms } from './build-programs.ts';
import { bundle } from './bundle.ts';
import { bundledPrograms } from './programs.ts';

const [folder] = process.argv.slice(2);
const home = openHome(findHome(process.env, repository));
say(await (folder === undefined ? buildPrograms(home.programsDir) : bundleInto(resolve(folder))));

async function bundleInto(directory: string): Promise<string> {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  await bundle(bundledPrograms, directory);
  const pages = await buildPages(home.consoleDir, { env: process.env, say });
  cpSync(pages, join(directory, 'console-pages'), { recursive: true });
  return directory;
}
