import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runToEnd } from '../../start/processes/run-to-end.ts';
import { temporaryBeside } from '../../toolchain/tool-folder.mjs';
import { why } from '../debian/why.ts';
import { writeAptSettings } from '../debian/write-apt-settings.ts';
import { findTool } from '../nats/find-tool.ts';
import type { Found, Search } from './find-valkey.ts';
import { keepServer } from './keep-server.ts';

/** Debian 12 has a Redis 7.0, from before it changed its license; 13 and later have Valkey too. */
const packages = ['valkey-server', 'redis-server'];
/** What is installed, and so need not be fetched. */
const installed = '/var/lib/dpkg/status';
const updateTimeoutMs = 4 * 60_000;
const stepTimeoutMs = 2 * 60_000;

/** Unpacks Debian's server and the libraries that this system lacks, without installing anything and without root. */
export async function unpackDebianPackages(search: Search): Promise<Found> {
  const { env, say, signal, target } = search;
  const missing = ['apt-get', 'dpkg-deb'].filter((tool) => findTool(tool, env) === undefined);
  if (missing.length > 0)
    return { reason: `no Debian package can be unpacked without ${missing.join(' and ')}` };
  say("Fetching a Valkey or Redis from Debian's packages ...");
  const folder = mkdtempSync(join(tmpdir(), 'headgate-apt-'));
  const temporary = temporaryBeside(target);
  const run = (command: string, args: string[], timeoutMs = stepTimeoutMs) =>
    runToEnd(command, args, { cwd: folder, env, signal, timeoutMs });
  try {
    const settings = ['-c', writeAptSettings(folder, installed)];
    // Sources that fail are no matter as long as one has the packages: only the download decides.
    const update = await run('apt-get', [...settings, 'update'], updateTimeoutMs);
    const alone = ['--yes', '--no-install-recommends', '--download-only'];
    const reasons: string[] = [];
    for (const name of packages) {
      const download = await run('apt-get', [...settings, ...alone, 'install', name]);
      if (download.status === 0) break;
      reasons.push(`apt-get could not download ${name} (${why(download, update)})`);
    }
    if (reasons.length === packages.length) return { reason: reasons.join('; ') };
    const archives = join(folder, 'cache/archives');
    for (const archive of readdirSync(archives).filter((name) => name.endsWith('.deb'))) {
      const unpack = await run('dpkg-deb', ['-x', join(archives, archive), temporary]);
      if (unpack.status !== 0) return { reason: `dpkg-deb could not unpack ${archive} (${why(unpack)})` };
    }
    return await keepServer(temporary, search);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(temporary, { recursive: true, force: true });
  }
}
