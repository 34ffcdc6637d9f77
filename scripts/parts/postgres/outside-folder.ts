import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Home } from '../../start/home.ts';
import type { Identity } from '../../start/identity.ts';
import { StartError } from '../../start/start-error.ts';
import { writeAtomically } from '../../start/write-atomically.ts';
import { stopLeftover } from './stop-leftover.ts';

const root = '/var/lib/headgate';
const claimName = 'home.json';

/** Says whose a folder is. */
interface Claim {
  path: string;
  id: string;
  /** The disk that the home is on: a home on a disk that is not mounted now is not deleted. */
  device: number;
}

/**
 * The folder below /var/lib/headgate that is named by the home. What lies there belongs to the home with this
 * id: of a home that was deleted nothing is kept.
 */
export async function claimOutsideFolder(home: Home, identity: Identity): Promise<string> {
  const path = realpathSync(home.path);
  const folder = join(root, nameOf(path));
  try {
    makeOpenFolder(root);
    await removeAbandoned(folder);
    if (readClaim(folder)?.id !== identity.id) await remove(folder);
    makeOpenFolder(folder);
    const claim: Claim = { path, id: identity.id, device: statSync(path).dev };
    writeAtomically(join(folder, claimName), `${JSON.stringify(claim)}\n`);
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

/** A folder that everybody may enter, whatever the umask says. */
function makeOpenFolder(path: string): void {
  mkdirSync(path, { recursive: true });
  chmodSync(path, 0o755);
}

/** Removes what lies outside a home, for homes that are not kept. */
export async function removeOutsideFolder(homePath: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const path = existsSync(homePath) ? realpathSync(homePath) : homePath;
  await remove(join(root, nameOf(path)));
}

function nameOf(path: string): string {
  const readable =
    path
      .split('/')
      .slice(-2)
      .join('-')
      .replace(/[^A-Za-z0-9-]+/g, '') || 'home';
  return `${readable.slice(-40)}-${createHash('sha256').update(path).digest('hex').slice(0, 12)}`;
}

function readClaim(folder: string): Claim | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, claimName), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Removes the folders of homes that were deleted, which nobody else would. */
async function removeAbandoned(ours: string): Promise<void> {
  for (const name of readdirSync(root)) {
    const folder = join(root, name);
    const claim = readClaim(folder);
    if (folder !== ours && claim !== undefined && isAbandoned(claim)) await remove(folder);
  }
}

function isAbandoned({ path, id, device }: Claim): boolean {
  try {
    const identity = JSON.parse(readFileSync(join(path, 'identity.json'), 'utf8'));
    return identity.id !== id;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return isMissing && nearestDevice(path) === device;
  }
}

/** The disk of the nearest folder above that exists. */
function nearestDevice(path: string): number {
  try {
    return statSync(path).dev;
  } catch {
    return nearestDevice(dirname(path));
  }
}

async function remove(folder: string): Promise<void> {
  await stopLeftover(join(folder, 'data'));
  rmSync(folder, { recursive: true, force: true });
}
