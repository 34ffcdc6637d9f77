import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runToEnd } from '../../start/processes/run-to-end.ts';
import { adopt, completeMark, temporaryBeside } from '../../toolchain/tool-folder.mjs';
import { why } from '../debian/why.ts';
import { writeAptSettings } from '../debian/write-apt-settings.ts';
import { findTool } from '../nats/find-tool.ts';
import { checkPromtool, type Found, programPath, type Search } from './find-promtool.ts';

const updateTimeoutMs = 4 * 60_000;
const stepTimeoutMs = 2 * 60_000;

/** Takes promtool out of Debian's package of Prometheus, without installing it and without root. */
export async function unpackDebianPackage(search: Search): Promise<Found> {
  const { env, say, signal } = search;
  const missing = ['apt-get', 'dpkg-deb'].filter((tool) => findTool(tool, env) === undefined);
  if (missing.length > 0)
    return { reason: `no Debian package can be unpacked without ${missing.join(' and ')}` };
  say("Fetching promtool from Debian's packages (about 20 MB, once) ...");
  const folder = mkdtempSync(join(tmpdir(), 'headgate-apt-'));
  const options = { cwd: folder, env, signal, timeoutMs: stepTimeoutMs };
  try {
    const settings = ['-c', writeAptSettings(folder)];
    // Sources that fail are no matter as long as one has the package: only the download decides.
    const update = await runToEnd('apt-get', [...settings, 'update'], {
      ...options,
      timeoutMs: updateTimeoutMs,
    });
    const download = await runToEnd('apt-get', [...settings, 'download', 'prometheus'], options);
    const archive = readdirSync(folder).find((name) => name.endsWith('.deb'));
    if (archive === undefined)
      return { reason: `apt-get could not download prometheus (${why(download, update)})` };
    const unpack = await runToEnd('dpkg-deb', ['-x', archive, 'unpacked'], options);
    if (unpack.status !== 0) return { reason: `dpkg-deb could not unpack prometheus (${why(unpack)})` };
    return await keep(join(folder, 'unpacked/usr/bin/promtool'), search);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function keep(brought: string, { target, signal }: Search): Promise<Found> {
  const problem = await checkPromtool(brought, signal);
  if (problem !== undefined) return { reason: `the promtool that was fetched: ${problem}` };
  const temporary = temporaryBeside(target);
  mkdirSync(dirname(join(temporary, programPath)), { recursive: true });
  copyFileSync(brought, join(temporary, programPath));
  chmodSync(join(temporary, programPath), 0o755);
  writeFileSync(join(temporary, completeMark), JSON.stringify([programPath]));
  adopt(temporary, target);
  return { program: join(target, programPath) };
}
