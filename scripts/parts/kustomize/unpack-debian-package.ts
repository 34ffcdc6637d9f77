import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runToEnd } from '../../start/processes/run-to-end.ts';
import { adopt, completeMark, temporaryBeside } from '../../toolchain/tool-folder.mjs';
import { why } from '../debian/why.ts';
import { writeAptSettings } from '../debian/write-apt-settings.ts';
import { findTool } from '../nats/find-tool.ts';
import { checkKustomize } from './check-kustomize.ts';
import { type Found, programPath, type Search } from './find-kustomize.ts';

/** The first Debian that has it: 5.6.0, for any system with glibc 2.34 or newer. */
const release = 'trixie';
const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';
const updateTimeoutMs = 2 * 60_000;
const stepTimeoutMs = 2 * 60_000;

/** Unpacks the package of a Debian that is not this one, without installing it, without root and without new sources. */
export async function unpackDebianPackage(search: Search): Promise<Found> {
  const { env, say, signal } = search;
  const missing = ['apt-get', 'dpkg-deb'].filter((tool) => findTool(tool, env) === undefined);
  if (missing.length > 0)
    return { reason: `no Debian package can be unpacked without ${missing.join(' and ')}` };
  if (!existsSync(keyring)) return { reason: `Debian's packages cannot be trusted without ${keyring}` };
  say("Fetching kustomize from Debian's packages ...");
  const folder = mkdtempSync(join(tmpdir(), 'headgate-apt-'));
  const options = { cwd: folder, env, signal, timeoutMs: stepTimeoutMs };
  try {
    const settings = ['-c', writeSettings(folder)];
    const update = await runToEnd('apt-get', [...settings, 'update'], {
      ...options,
      timeoutMs: updateTimeoutMs,
    });
    const download = await runToEnd('apt-get', [...settings, 'download', 'kustomize'], options);
    const archive = readdirSync(folder).find((name) => name.endsWith('.deb'));
    if (archive === undefined)
      return { reason: `apt-get could not download kustomize (${why(download, update)})` };
    const unpack = await runToEnd('dpkg-deb', ['-x', archive, 'unpacked'], options);
    if (unpack.status !== 0) return { reason: `dpkg-deb could not unpack kustomize (${why(unpack)})` };
    return await keep(join(folder, 'unpacked/usr/bin/kustomize'), search);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeSettings(folder: string): string {
  const settings = writeAptSettings(folder);
  writeFileSync(
    join(folder, 'sources.list'),
    `deb [signed-by=${keyring}] http://deb.debian.org/debian ${release} main\n`,
  );
  appendFileSync(
    settings,
    `Dir::Etc::sourcelist "${folder}/sources.list";\nDir::Etc::sourceparts "${folder}/none";\n`,
  );
  return settings;
}

async function keep(brought: string, { target, signal }: Search): Promise<Found> {
  const problem = await checkKustomize(brought, signal);
  if (problem !== undefined) return { reason: `the kustomize that was fetched: ${problem}` };
  const temporary = temporaryBeside(target);
  mkdirSync(dirname(join(temporary, programPath)), { recursive: true });
  copyFileSync(brought, join(temporary, programPath));
  chmodSync(join(temporary, programPath), 0o755);
  writeFileSync(join(temporary, completeMark), JSON.stringify([programPath]));
  adopt(temporary, target);
  return { program: join(target, programPath) };
}
