import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runToEnd } from '../../start/processes/run-to-end.ts';
import { temporaryBeside } from '../../toolchain/tool-folder.mjs';
import { why } from '../debian/why.ts';
import { writeAptSettings } from '../debian/write-apt-settings.ts';
import { findTool } from '../nats/find-tool.ts';
import type { Found, Search } from './find-chromium.ts';
import { keepBrowser } from './keep-browser.ts';

/** Latin, Greek and Cyrillic letters; Chinese, Japanese and Korean ones in 2 MB instead of Noto's 56. */
const fonts = ['fonts-dejavu-core', 'fonts-wqy-microhei'];
/** What is installed, and so need not be fetched. */
const installed = '/var/lib/dpkg/status';
const updateTimeoutMs = 4 * 60_000;
const stepTimeoutMs = 5 * 60_000;

/**
 * Unpacks Debian's Chromium, the libraries that this system lacks and two fonts, without installing anything and
 * without root.
 */
export async function unpackDebianPackages(search: Search): Promise<Found> {
  const { env, say, signal, target } = search;
  const missing = ['apt-get', 'dpkg-deb'].filter((tool) => findTool(tool, env) === undefined);
  if (missing.length > 0)
    return { reason: `no Debian package can be unpacked without ${missing.join(' and ')}` };
  say("Fetching Chromium from Debian's packages (about 130 MB, once) ...");
  const folder = mkdtempSync(join(tmpdir(), 'headgate-apt-'));
  const temporary = temporaryBeside(target);
  const run = (command: string, args: string[], timeoutMs = stepTimeoutMs) =>
    runToEnd(command, args, { cwd: folder, env, signal, timeoutMs });
  try {
    const settings = ['-c', writeAptSettings(folder, installed)];
    // Sources that fail are no matter as long as one has the packages: only the download decides.
    const update = await run('apt-get', [...settings, 'update'], updateTimeoutMs);
    const alone = ['--yes', '--no-install-recommends', '--download-only'];
    const browser = await run('apt-get', [...settings, ...alone, 'install', 'chromium']);
    if (browser.status !== 0)
      return { reason: `apt-get could not download chromium (${why(browser, update)})` };
    const letters = await run('apt-get', [...settings, 'download', ...fonts]);
    if (letters.status !== 0)
      return { reason: `apt-get could not download ${fonts.join(' and ')} (${why(letters)})` };
    for (const archive of archivesIn(join(folder, 'cache/archives'), folder)) {
      const unpack = await run('dpkg-deb', ['-x', archive, temporary]);
      if (unpack.status !== 0) return { reason: `dpkg-deb could not unpack ${archive} (${why(unpack)})` };
    }
    return await keepBrowser(temporary, search);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(temporary, { recursive: true, force: true });
  }
}

function archivesIn(...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.deb'))
      .map((name) => join(folder, name)),
  );
}
