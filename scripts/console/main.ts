/** Builds the console's pages into the home, where `npm start` and the tests find them. */
import { openHome } from '../start/home/home.ts';
import { repository } from '../start/repository.ts';
import { say } from '../start/say.ts';
import { findHome } from '../toolchain/find-home.mjs';
import { buildPages } from './build-pages.ts';

const { consoleDir } = openHome(findHome(process.env, repository));
say(await buildPages(consoleDir, { env: process.env, say }));
