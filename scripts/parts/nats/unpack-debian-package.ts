import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Outcome, runToEnd } from '../../start/processes/run-to-end.ts';
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

function writeAptSettings(folder: string): string {
  for (const name of ['lists/partial', 'cache/archives/partial']) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  writeFileSync(join(folder, 'status'), '');
  const settings = join(folder, 'apt.conf');
  // As root, apt would download as a user who cannot reach this folder.
  writeFileSync(
    settings,
    `Dir::State "${folder}";
Dir::State::lists "${folder}/lists";
Dir::State::status "${folder}/status";
Dir::Cache "${folder}/cache";
APT::Sandbox::User "root";
Acquire::Languages "none";
Acquire::Retries "2";
Acquire::http::Timeout "20";
Acquire::https::Timeout "20";
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
#clear Acquire::IndexTargets;
Acquire::IndexTargets::deb::Packages { MetaKey "$(COMPONENT)/binary-$(ARCHITECTURE)/Packages"; flatMetaKey "Packages"; ShortDescription "Packages"; Description "$(RELEASE)/$(COMPONENT) $(ARCHITECTURE) Packages"; Optional "0"; };
`,
  );
  return settings;
}

function why(...outcomes: Outcome[]): string {
  const lines = outcomes.flatMap(({ stderr }) => stderr.trim().split('\n'));
  return lines.find((line) => line.startsWith('E:')) ?? lines[0] ?? 'no reason given';
}
