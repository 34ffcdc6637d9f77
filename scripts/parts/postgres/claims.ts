import { readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { writeAtomically } from '../../start/home/write-atomically.ts';
import { isInMemory } from '../memory-files.ts';

/** Says whose a folder is. Written at every start. */
export interface Claim {
  path: string;
  id: string;
  /** The disk that the home is on: a home on a disk that is not mounted now is not deleted. */
  device: number;
}

const claimName = 'home.json';
/** A home that was moved aside may come back. One among temporary files will not. */
const keptMs = 7 * 24 * 60 * 60_000;

export function writeClaim(folder: string, path: string, id: string): void {
  const claim: Claim = { path, id, device: statSync(path).dev };
  writeAtomically(join(folder, claimName), `${JSON.stringify(claim)}\n`);
}

export function readClaim(folder: string): Claim | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, claimName), 'utf8'));
  } catch {
    return undefined;
  }
}

/** The folders below `root` whose homes are gone. */
export function findHomeless(root: string): { folder: string; claim: Claim; isAbandoned: boolean }[] {
  return readdirSync(root).flatMap((name) => {
    const folder = join(root, name);
    const claim = readClaim(folder);
    if (claim === undefined || !isGone(claim)) return [];
    const isTemporary = claim.path.startsWith(tmpdir() + sep) || isInMemory(claim.path);
    const isOld = Date.now() - statSync(join(folder, claimName)).mtimeMs > keptMs;
    return [{ folder, claim, isAbandoned: isTemporary || isOld }];
  });
}

function isGone({ path, id, device }: Claim): boolean {
  try {
    return JSON.parse(readFileSync(join(path, 'identity.json'), 'utf8')).id !== id;
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
