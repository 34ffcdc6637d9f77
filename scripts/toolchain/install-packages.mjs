import { spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { isInstalled } from './install-stamp.mjs';
import { providePnpm } from './provide-node.mjs';
import { ToolchainError } from './toolchain-error.mjs';

const shownOutputBytes = 4_000;

/** Installs the packages of the lock file, unless they are. */
export async function installPackages(home, repository, node) {
  if (isInstalled(repository)) return;
  const installer = join(repository, 'scripts/toolchain/installer.mjs');
  const pnpm = providePnpm(home, repository);
  const env = { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter) };
  // It would leave the development dependencies out, which the scripts and tests are made of.
  delete env.NODE_ENV;
  // pnpm's output is shown only when it fails; the installer's own lines go to its fourth descriptor.
  const child = spawn(node, [installer, repository, pnpm], {
    cwd: repository,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 2],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output = `${output}${chunk}`.slice(-shownOutputBytes);
    });
  }
  const status = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (status === 0) return;
  throw new ToolchainError(
    `Installing the packages failed:\n${output.trim()}\n` +
      'When that is repaired (is the npm registry reachable?), run the same command again.',
  );
}
