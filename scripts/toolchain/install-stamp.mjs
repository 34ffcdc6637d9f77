import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whether the last install that ended well was of what the lock file and manifests say now. */
export function isInstalled(repository) {
  try {
    if (readFileSync(stampFile(repository), 'utf8') !== stampOf(repository)) return false;
  } catch {
    return false;
  }
  return packageFolders(repository).every((folder) => existsSync(join(folder, 'node_modules')));
}

export function writeStamp(repository) {
  writeFileSync(stampFile(repository), stampOf(repository));
}

export function removeStamp(repository) {
  rmSync(stampFile(repository), { force: true });
}

/** pnpm leaves files alone whose names begin with a dot, even when it makes node_modules anew. */
function stampFile(repository) {
  return join(repository, 'node_modules/.headgate-installed');
}

function stampOf(repository) {
  const names = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', 'scripts/toolchain.json'];
  const files = [
    ...names.map((name) => join(repository, name)),
    ...packageFolders(repository).map((folder) => join(folder, 'package.json')),
  ];
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}\n`);
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(file));
  return hash.digest('hex');
}

/** The folders of pnpm-workspace.yaml, repeated here because this runs without a YAML reader. */
function packageFolders(repository) {
  const services = join(repository, 'services');
  const names = existsSync(services) ? readdirSync(services).sort() : [];
  return [
    join(repository, 'proto'),
    join(repository, 'scripts'),
    ...names.map((name) => join(services, name)),
  ].filter((folder) => existsSync(join(folder, 'package.json')));
}
