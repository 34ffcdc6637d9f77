import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runToEnd } from '../../start/processes/run-to-end.ts';
import { temporaryBeside } from '../../toolchain/tool-folder.mjs';
import { why } from '../debian/why.ts';
import { writeAptSettings } from '../debian/write-apt-settings.ts';
import { findTool } from '../nats/find-tool.ts';
import type { Found, Search } from './find-haproxy.ts';
import { keepProgram } from './keep-program.ts';

/** What is installed, and so need not be fetched. */
const installed = '/var/lib/dpkg/status';
const updateTimeoutMs = 4 * 60_000;
const stepTimeoutMs = 2 * 60_000;

/** Unpacks Debian's HAProxy and the libraries that this system lacks, without installing anything and without root. */
export async function unpackDebianPackages(search: Search): Promise<Found> {
  const { env, say, signal, target } = search;
  const missing = ['apt-get', 'dpkg-deb'].filter((tool) => findTool(tool, env) === undefined);
  if (missing.length > 0)
    return { reason: `no Debian package can be unpacked without ${missing.join(' and ')}` };
  say("Fetching HAProxy from Debian's packages ...");
  const folder = mkdtempSync(join(tmpdir(), 'headgate-apt-'));
  const temporary = temporaryBeside(target);
  const run = (command: string, args: string[], timeoutMs = stepTimeoutMs) =>
    runToEnd(command, args, { cwd: folder, env, signal, timeoutMs });
  try {
    const settings = ['-c', writeAptSettings(folder, installed)];
    // Sources that fail are no matter as long as one has the packages: only the download decides.
    const update = await run('apt-get', [...settings, 'update'], updateTimeoutMs);
    const alone = ['--yes', '--no-install-recommends', '--download-only'];
    const download = await run('apt-get', [...settings, ...alone, 'install', 'haproxy']);
    if (download.status !== 0)
      return { reason: `apt-get could not download haproxy (${why(download, update)})` };
    const archives = join(folder, 'cache/archives');
    for (const name of readdirSync(archives).filter((file) => file.endsWith('.deb'))) {
      const unpack = await run('dpkg-deb', ['-x', join(archives, name), temporary]);
      if (unpack.status !== 0) return { reason: `dpkg-deb could not unpack ${name} (${why(unpack)})` };
    }
    return await keepProgram(temporary, search);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(temporary, { recursive: true, force: true });
  }
}
