import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runToEnd } from '../../start/processes/run-to-end.ts';
import { adopt, completeMark, temporaryBeside } from '../../toolchain/tool-folder.mjs';
import { why } from '../debian/why.ts';
import { writeAptSettings } from '../debian/write-apt-settings.ts';
import { findTool } from '../nats/find-tool.ts';
import type { Search } from './find-postgres-client.ts';

/** What is installed, and so need not be fetched. */
const installed = '/var/lib/dpkg/status';
const packageName = 'postgresql-client-15';
const updateTimeoutMs = 4 * 60_000;
const stepTimeoutMs = 2 * 60_000;

/** Unpacks Debian's package and the libraries that this system lacks, without installing anything and without root; or says why not. */
export async function unpackDebianPackage({ env, target, say, signal }: Search): Promise<string | undefined> {
  const missing = ['apt-get', 'dpkg-deb'].filter((tool) => findTool(tool, env) === undefined);
  if (missing.length > 0) return `no Debian package can be unpacked without ${missing.join(' and ')}`;
  say(`Fetching ${packageName} from Debian's packages ...`);
  const folder = mkdtempSync(join(tmpdir(), 'headgate-apt-'));
  const temporary = temporaryBeside(target);
  const run = (command: string, args: string[], timeoutMs = stepTimeoutMs) =>
    runToEnd(command, args, { cwd: folder, env, signal, timeoutMs });
  try {
    const settings = ['-c', writeAptSettings(folder, installed)];
    // Sources that fail are no matter as long as one has the package: only the download decides.
    const update = await run('apt-get', [...settings, 'update'], updateTimeoutMs);
    const alone = ['--yes', '--no-install-recommends', '--download-only', '--reinstall'];
    const fetched = await run('apt-get', [...settings, ...alone, 'install', packageName]);
    if (fetched.status !== 0) return `apt-get could not download ${packageName} (${why(fetched, update)})`;
    const archives = join(folder, 'cache/archives');
    for (const archive of readdirSync(archives).filter((name) => name.endsWith('.deb'))) {
      const unpack = await run('dpkg-deb', ['-x', join(archives, archive), temporary]);
      if (unpack.status !== 0) return `dpkg-deb could not unpack ${archive} (${why(unpack)})`;
    }
    writeFileSync(
      join(temporary, completeMark),
      JSON.stringify(['usr/lib/postgresql/15/bin/pg_dump', 'usr/lib/postgresql/15/bin/psql']),
    );
    adopt(temporary, target);
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(temporary, { recursive: true, force: true });
  }
}
