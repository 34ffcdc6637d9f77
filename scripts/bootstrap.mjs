/**
 * Runs a script of this repository on a machine that has any Node from 18 and npm: makes sure of the pinned
 * Node, pnpm and the packages of the lock file, then hands over. Says one line per step it has to take.
 *
 *   node scripts/bootstrap.mjs <script> [arguments]
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findHome } from './toolchain/find-home.mjs';
import { installPackages } from './toolchain/install-packages.mjs';
import { provideNode } from './toolchain/provide-node.mjs';
import { runScript } from './toolchain/run-script.mjs';
import { ToolchainError } from './toolchain/toolchain-error.mjs';

const repository = resolve(fileURLToPath(import.meta.url), '../..');

async function main([script, ...args]) {
  if (script === undefined)
    throw new ToolchainError('Usage: node scripts/bootstrap.mjs <script> [arguments]');
  const home = findHome(process.env, repository);
  // Everything below is nobody else's: among it are keys.
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const node = provideNode(home, repository);
  await installPackages(home, repository, node);
  return runScript(node, join(repository, script), args, {
    // Sources without their types, and what they compile to: reading the scripts anew took half a second each time.
    NODE_COMPILE_CACHE: join(home, 'tools/compiled'),
    ...process.env,
    HEADGATE_HOME: home,
  });
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof ToolchainError ? error.message : error?.stack}\n`);
  process.exitCode = 1;
}
