import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { adopt, borrow, completeMark, isComplete, temporaryBeside } from './tool-folder.mjs';
import { ToolchainError } from './toolchain-error.mjs';
import { unpackTarball } from './unpack-tarball.mjs';

const fetchDeadlineMs = 10 * 60_000;

/**
 * The path of the entry file of `pinned` ({name, version, entry, integrity}), fetched into `<home>/tools` when
 * it is not there whole. A second home copies it from the repository's own home where that has it.
 */
export function fetchPackage(pinned, home, defaultHome, label, wants) {
  const folder = join('tools', `${pinned.name}-${pinned.version}`);
  const target = join(home, folder);
  if (!isComplete(target) && !borrow(join(defaultHome, folder), target)) {
    process.stderr.write(`Fetching ${label} ${pinned.version} ...\n`);
    const temporary = temporaryBeside(target);
    unpackTarball(packVerified(pinned), temporary, wants);
    writeFileSync(join(temporary, completeMark), JSON.stringify([pinned.entry]));
    adopt(temporary, target);
  }
  return join(target, pinned.entry);
}

function packVerified(pinned) {
  const folder = mkdtempSync(join(tmpdir(), 'headgate-fetch-'));
  try {
    const tarball = readFileSync(pack(`${pinned.name}@${pinned.version}`, folder));
    const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
    if (integrity === pinned.integrity) return tarball;
    throw new ToolchainError(
      `${pinned.name}@${pinned.version} from the npm registry is not the file that scripts/toolchain.json pins.\n` +
        `Nothing of it was run. Expected ${pinned.integrity}, got ${integrity}.`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function pack(spec, folder) {
  const [command, ...prefix] = npmCommand();
  const args = [...prefix, 'pack', spec, '--pack-destination', folder, '--loglevel=error'];
  const cwd = join(folder, 'cwd');
  mkdirSync(cwd);
  const options = { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], timeout: fetchDeadlineMs };
  const result = spawnSync(command, args, options);
  const file = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  if (result.status === 0 && file !== undefined) return join(folder, file);
  const reason = result.error?.message ?? result.stderr?.trim() ?? '';
  throw new ToolchainError(
    `Could not fetch ${spec} from the npm registry:\n${reason}\n` +
      `Check that \`npm view ${spec}\` works on this machine, then run the same command again.`,
  );
}

/** The npm that runs us, or the one on PATH. */
function npmCommand() {
  const running = process.env.npm_execpath;
  return running && basename(running) === 'npm-cli.js' ? [process.execPath, running] : ['npm'];
}
