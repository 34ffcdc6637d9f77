import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Home } from '../../start/home/home.ts';
import type { Identity } from '../../start/home/identity.ts';
import { StartError } from '../../start/start-error.ts';
import { findNativeFolder } from './native-folder.ts';
import { claimOutsideFolder } from './outside-folder.ts';
import { findSystemUser, type SystemUser } from './system-user.ts';

/** Where PostgreSQL's programs and data lie, and as whom it runs. */
export interface Place {
  /** Holds bin, lib and share. */
  programs: string;
  /** Belongs to the user that PostgreSQL runs as; holds `data`. */
  folder: string;
  data: string;
  runAs: SystemUser | undefined;
}

/**
 * In the home; but as root PostgreSQL runs as a user that can reach neither the home nor the repository, so
 * that programs and data lie in a folder of its own.
 */
export async function findPlace(home: Home, identity: Identity): Promise<Place> {
  const { folder: native, version } = findNativeFolder();
  if (process.getuid?.() !== 0) {
    mkdirSync(home.postgresDir, { recursive: true, mode: 0o700 });
    const data = join(home.postgresDir, 'data');
    return { programs: native, folder: home.postgresDir, data, runAs: undefined };
  }
  const user = findSystemUser();
  const folder = await claimOutsideFolder(home, identity);
  const programs = join(folder, `postgres-${version}`);
  try {
    chownSync(folder, user.uid, user.gid);
    if (!existsSync(programs)) copyPrograms(native, programs);
  } catch (cause) {
    throw new StartError(`PostgreSQL's programs cannot be copied to ${folder}: ${cause}`, { cause });
  }
  return { programs, folder, data: join(folder, 'data'), runAs: user };
}

/** In one step, so that a copy that was cut short is made again. */
function copyPrograms(native: string, programs: string): void {
  const temporary = `${programs}.new`;
  rmSync(temporary, { recursive: true, force: true });
  // Libraries for building programs are a fifth of it and of no use here.
  const isUsed = (path: string): boolean => !path.endsWith('.a');
  cpSync(native, temporary, { recursive: true, verbatimSymlinks: true, filter: isUsed });
  openToAll(temporary);
  renameSync(temporary, programs);
}

/** Under a strict umask packages are installed for their owner alone; the other user must read them too. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToAll(path);
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}
