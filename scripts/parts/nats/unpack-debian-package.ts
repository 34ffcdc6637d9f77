import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runToEnd } from '../../start/processes/run-to-end.ts';
import { why } from '../debian/why.ts';
import { writeAptSettings } from '../debian/write-apt-settings.ts';
import type { Found, Search } from './find-nats-server.ts';
import { findTool } from './find-tool.ts';
import { keepProgram } from './keep-program.ts';

const updateTimeoutMs = 4 * 60_000;
const stepTimeoutMs = 2 * 60_000;

/**
 * Unpacks Debian's package without installing it and without root. The package lists are fetched into a folder
 * of our own: fresh images come without, and the system's are not ours to change.
 */
export async function unpackDebianPackage(search: Search): Promise<Found> {
  const { env, say, signal } = search;
  const missing = ['apt-get', 'dpkg-deb'].filter((tool) => findTool(tool, env) === undefined);
  if (missing.length > 0)
    return { reason: `no Debian package can be unpacked without ${missing.join(' and ')}` };
  say("Fetching nats-server from Debian's packages ...");
  const folder = mkdtempSync(join(tmpdir(), 'headgate-apt-'));
  try {
    const settings = ['-c', writeAptSettings(folder)];
    // Sources that fail are no matter as long as one has the package: only the download decides.
    const update = await runToEnd('apt-get', [...settings, 'update'], {
      cwd: folder,
      env,
      signal,
      timeoutMs: updateTimeoutMs,
    });
    const options = { cwd: folder, env, signal, timeoutMs: stepTimeoutMs };
    const download = await runToEnd('apt-get', [...settings, 'download', 'nats-server'], options);
    const archive = readdirSync(folder).find((name) => name.endsWith('.deb'));
    if (archive === undefined)
      return { reason: `apt-get could not download nats-server (${why(download, update)})` };
    const unpack = await runToEnd('dpkg-deb', ['-x', archive, 'unpacked'], options);
    if (unpack.status !== 0) return { reason: `dpkg-deb could not unpack nats-server (${why(unpack)})` };
    return await keepProgram(join(folder, 'unpacked/usr/sbin/nats-server'), search);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
