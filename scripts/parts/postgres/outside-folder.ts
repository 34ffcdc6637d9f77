import { createHash } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from '../../start/home/home.ts';
import type { Identity } from '../../start/home/identity.ts';
import { StartError } from '../../start/start-error.ts';
import { isInMemory, memoryFiles } from '../memory-files.ts';
import { findHomeless, readClaim, writeClaim } from './claims.ts';
import { stopLeftover } from './stop-leftover.ts';

/** What belongs to a home in memory is in memory, too. */
function rootFor(homePath: string): string {
  return isInMemory(homePath) ? join(memoryFiles, 'headgate') : '/var/lib/headgate';
}

/**
 * The folder, below /var/lib/headgate as a rule, that is named by the home. What lies there belongs to the home with this
 * id: it follows a home that was moved, and nothing is kept of one that was deleted.
 */
export async function claimOutsideFolder(home: Home, { id }: Identity): Promise<string> {
  const path = realpathSync(home.path);
  const root = rootFor(path);
  const folder = join(root, nameOf(path));
  try {
    makeRoot(root);
    if (readClaim(folder)?.id !== id) await remove(folder);
    for (const { folder: other, claim, isAbandoned } of findHomeless(root)) {
      if (claim.id === id && !existsSync(folder)) await move(other, folder);
      else if (isAbandoned) await remove(other);
    }
    makeOpenFolder(folder);
    writeClaim(folder, path, id);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(
      `As root, PostgreSQL lies in ${folder}, which cannot be used: ${reason}\n` +
        'Run as another user, or name a PostgreSQL of your own with DATABASE_URL.',
      { cause },
    );
  }
  return folder;
}

/** Removes what lies outside a home, for homes that are not kept. */
export async function removeOutsideFolder(homePath: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const path = existsSync(homePath) ? realpathSync(homePath) : homePath;
  await remove(join(rootFor(path), nameOf(path)));
}

/** Readable, and different for different paths. */
function nameOf(path: string): string {
  const readable = path
    .split('/')
    .slice(-2)
    .join('-')
    .replaceAll(/[^A-Za-z0-9-]+/g, '');
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 12);
  return `${readable.slice(-40) || 'home'}-${hash}`;
}

/** Everybody may write into memory's root, and could have been there first. */
function makeRoot(root: string): void {
  mkdirSync(root, { recursive: true });
  if (isInMemory(root) && lstatSync(root).uid !== process.getuid?.())
    throw new Error(`${root} belongs to somebody else`);
  chmodSync(root, 0o755);
}

/** A folder that everybody may enter, whatever the umask says. */
function makeOpenFolder(path: string): void {
  mkdirSync(path, { recursive: true });
  chmodSync(path, 0o755);
}

async function move(from: string, to: string): Promise<void> {
  await stopLeftover(join(from, 'data'));
  renameSync(from, to);
}

async function remove(folder: string): Promise<void> {
  await stopLeftover(join(folder, 'data'));
  rmSync(folder, { recursive: true, force: true });
}
