/**
 * The process that installs: pnpm runs inside it, so that the one who holds the lock is the one who writes to
 * node_modules, even when the terminal that began it is gone.
 */
import { mkdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isInstalled, removeStamp, writeStamp } from './install-stamp.mjs';
import { waitForLock } from './take-lock.mjs';

const terminal = 3;
const deadlineMs = 20 * 60_000;
const [repository, pnpm] = process.argv.slice(2);

setTimeout(() => {
  process.stderr.write(`Still installing after ${deadlineMs / 60_000} minutes, given up\n`);
  process.exit(1);
}, deadlineMs).unref();

const modules = join(repository, 'node_modules');
mkdirSync(modules, { recursive: true });
const release = await waitForLock(join(modules, '.headgate-install.lock'), {
  timeoutMs: deadlineMs,
  onWait: ({ pid }) => writeSync(terminal, `Waiting for process ${pid}, which installs packages ...\n`),
});

if (isInstalled(repository)) {
  release();
} else {
  writeSync(terminal, 'Installing packages ...\n');
  removeStamp(repository);
  process.once('exit', (status) => {
    if (status === 0) writeStamp(repository);
    release();
  });
  process.argv = [
    process.argv[0],
    pnpm,
    'install',
    '--frozen-lockfile',
    '--config.confirm-modules-purge=false',
  ];
  await import(pathToFileURL(pnpm).href);
}
