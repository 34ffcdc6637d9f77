import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unpackPackages } from '../parts/debian/unpack-packages.ts';
import { findTool } from '../parts/find-tool.ts';
import type { Say } from '../start/say.ts';
import { StartError } from '../start/start-error.ts';
import { adopt, completeMark, isComplete } from '../toolchain/tool-folder.mjs';

const packages = {
  what: 'buildah and debootstrap',
  size: '16 MB',
  withLibraries: [['buildah', 'debootstrap']],
};
const buildahPath = 'usr/bin/buildah';

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
  const found = await unpackPackages(
    packages,
    { env: process.env, target, say, signal },
    async (unpacked) => {
      if (!existsSync(join(unpacked, buildahPath))) return { reason: "Debian's buildah has no program" };
      writeFileSync(join(unpacked, completeMark), JSON.stringify([buildahPath]));
      adopt(unpacked, target);
      return { program: join(target, buildahPath) };
    },
  );
  if ('reason' in found) throw new StartError(`An image needs Debian's buildah: ${found.reason}.`);
  return target;
}
