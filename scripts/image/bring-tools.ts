import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { why } from '../parts/debian/why.ts';
import { writeAptSettings } from '../parts/debian/write-apt-settings.ts';
import { findTool } from '../parts/nats/find-tool.ts';
import { runToEnd } from '../start/processes/run-to-end.ts';
import type { Say } from '../start/say.ts';
import { StartError } from '../start/start-error.ts';
import { adopt, completeMark, isComplete, temporaryBeside } from '../toolchain/tool-folder.mjs';

const packages = ['buildah', 'debootstrap'];
const buildahPath = 'usr/bin/buildah';
const stepTimeoutMs = 5 * 60_000;
const installed = '/var/lib/dpkg/status';

export interface Steps {
  say: Say;
  signal: AbortSignal;
}

/** A folder with Debian's buildah, debootstrap and the libraries that this system lacks, unpacked and not installed. */
export async function bringTools(partsDir: string, { say, signal }: Steps): Promise<string> {
  const target = join(partsDir, `buildah-${process.platform}-${process.arch}`);
  if (isComplete(target)) return target;
  const needed = ['apt-get', 'dpkg-deb', 'ldconfig', 'unshare', 'setpriv', 'mount'];
  const missing = needed.filter((tool) => findTool(tool, process.env) === undefined);
  if (missing.length > 0)
    throw new StartError(`An image is built on Debian: there is no ${missing.join(', ')}.`);
  say("Fetching buildah and debootstrap from Debian's packages (16 MB, once) ...");
  const folder = mkdtempSync(join(tmpdir(), 'headgate-apt-'));
  const temporary = temporaryBeside(target);
  const options = { cwd: folder, signal, timeoutMs: stepTimeoutMs };
  const settings = ['-c', writeAptSettings(folder, installed)];
  try {
    const update = await runToEnd('apt-get', [...settings, 'update'], options);
    const alone = ['--yes', '--no-install-recommends', '--download-only', '--reinstall'];
    const fetched = await runToEnd('apt-get', [...settings, ...alone, 'install', ...packages], options);
    if (fetched.status !== 0)
      throw new StartError(`apt-get could not download ${packages.join(' and ')} (${why(fetched, update)})`);
    const archives = join(folder, 'cache/archives');
    for (const name of readdirSync(archives).filter((candidate) => candidate.endsWith('.deb'))) {
      const unpacked = await runToEnd('dpkg-deb', ['-x', join(archives, name), temporary], options);
      if (unpacked.status !== 0) throw new StartError(`${name} could not be unpacked (${why(unpacked)})`);
    }
    if (!existsSync(join(temporary, buildahPath))) throw new StartError("Debian's buildah has no program");
    writeFileSync(join(temporary, completeMark), JSON.stringify([buildahPath]));
    mkdirSync(partsDir, { recursive: true });
    adopt(temporary, target);
    return target;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
