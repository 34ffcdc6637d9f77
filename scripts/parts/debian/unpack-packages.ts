import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Outcome, runToEnd } from '../../start/processes/run-to-end.ts';
import { temporaryBeside } from '../../toolchain/tool-folder.mjs';
import { findTool } from '../find-tool.ts';
import type { Found, Search } from '../search.ts';
import { why } from './why.ts';
import { keyring, writeAptSettings } from './write-apt-settings.ts';

/** What is fetched of Debian's packages. */
export interface Packages {
  /** How it is announced: `Fetching <what> from Debian's packages`. */
  what: string;
  /** How much is fetched, where that takes its time: `about 130 MB`. */
  size?: string;
  /** The first of these sets that can be had, with the libraries that this system lacks. */
  withLibraries?: readonly (readonly string[])[];
  /** Packages without what they depend on. */
  alone?: readonly string[];
  /** Another Debian than this system's, whose packages are taken alone. */
  release?: string;
}

/** What is installed, and so need not be fetched with a package. */
const installed = '/var/lib/dpkg/status';
const updateTimeoutMs = 4 * 60_000;
const stepTimeoutMs = 5 * 60_000;

type Run = (command: string, args: string[], timeoutMs?: number) => Promise<Outcome>;

/**
 * Unpacks Debian's packages without installing anything and without root, and has `keep` put what is wanted of them into
 * the home: it may take the folder itself, which is on the same disk.
 */
export async function unpackPackages(
  packages: Packages,
  { env, target, say, signal }: Search,
  keep: (unpacked: string) => Promise<Found>,
): Promise<Found> {
  const missing = ['apt-get', 'dpkg-deb'].filter((tool) => findTool(tool, env) === undefined);
  if (missing.length > 0)
    return { reason: `no Debian package can be unpacked without ${missing.join(' and ')}` };
  if (packages.release !== undefined && !existsSync(keyring))
    return { reason: `Debian's packages cannot be trusted without ${keyring}` };
  say(
    `Fetching ${packages.what} from Debian's packages${packages.size ? ` (${packages.size}, once)` : ''} ...`,
  );
  const folder = mkdtempSync(join(tmpdir(), 'headgate-apt-'));
  const unpacked = temporaryBeside(`${target}-unpacked`);
  const run: Run = (command, args, timeoutMs = stepTimeoutMs) =>
    runToEnd(command, args, { cwd: folder, env, signal, timeoutMs });
  try {
    const problem = (await download(packages, folder, run)) ?? (await unpackAll(folder, unpacked, run));
    return problem === undefined ? await keep(unpacked) : { reason: problem };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(unpacked, { recursive: true, force: true });
  }
}

/** Downloads into a folder of our own; gives why that failed. */
async function download(
  { withLibraries = [], alone = [], release }: Packages,
  folder: string,
  run: Run,
): Promise<string | undefined> {
  const status = withLibraries.length > 0 ? { status: installed } : {};
  const settings = writeAptSettings(folder, { ...status, ...(release !== undefined && { release }) });
  const apt = (args: string[], timeoutMs?: number) => run('apt-get', ['-c', settings, ...args], timeoutMs);
  // Sources that fail are no matter as long as one has the packages: only the download decides.
  const update = await apt(['update'], updateTimeoutMs);
  const install = ['install', '--yes', '--no-install-recommends', '--download-only', '--reinstall'];
  const reasons: string[] = [];
  for (const names of withLibraries) {
    const outcome = await apt([...install, ...names]);
    if (outcome.status === 0) break;
    reasons.push(notDownloaded(names, outcome, update));
  }
  if (reasons.length > 0 && reasons.length === withLibraries.length) return reasons.join('; ');
  if (alone.length === 0) return undefined;
  const outcome = await apt(['download', ...alone]);
  if (outcome.status === 0) return undefined;
  return notDownloaded(alone, outcome, update);
}

function notDownloaded(names: readonly string[], ...outcomes: Outcome[]): string {
  return `apt-get could not download ${names.join(' and ')} (${why(...outcomes)})`;
}

async function unpackAll(folder: string, unpacked: string, run: Run): Promise<string | undefined> {
  for (const archive of [...archivesIn(folder), ...archivesIn(join(folder, 'cache/archives'))]) {
    const outcome = await run('dpkg-deb', ['-x', archive, unpacked]);
    if (outcome.status !== 0) return `dpkg-deb could not unpack ${basename(archive)} (${why(outcome)})`;
  }
  return undefined;
}

function archivesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.deb'))
    .map((name) => join(folder, name));
}
