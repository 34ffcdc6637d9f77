import { readFileSync } from 'node:fs';
import { fetchPackage } from './fetch-package.mjs';
import { defaultHome } from './find-home.mjs';
import { ToolchainError } from './toolchain-error.mjs';

const { node, pnpm } = JSON.parse(readFileSync(new URL('../toolchain.json', import.meta.url), 'utf8'));

/** The path of a Node that runs this repository: the running one where it will do, else the pinned one. */
export function provideNode(home, repository) {
  const platform = `${process.platform}-${process.arch}`;
  const pinned = node.packages[platform];
  if (isSameMajorAndAtLeast(process.versions.node, pinned?.version ?? node.version)) return process.execPath;
  if (pinned === undefined) {
    throw new ToolchainError(
      `This is Node ${process.versions.node}, Headgate runs on Node ${node.version}, and npm has no package of it ` +
        `for ${platform}.\nInstall Node ${node.version} or a newer 24 (https://nodejs.org/en/download), then run ` +
        'the same command again.',
    );
  }
  return fetchPackage(pinned, home, defaultHome(repository), 'Node', (path) => path === pinned.entry);
}

/** The path of pnpm's script, for the Node above. */
export function providePnpm(home, repository) {
  return fetchPackage(pnpm, home, defaultHome(repository), 'pnpm');
}

export function isSameMajorAndAtLeast(version, wanted) {
  const [major, minor, patch] = version.split('.').map((part) => Number.parseInt(part, 10));
  const [wantedMajor, wantedMinor, wantedPatch] = wanted.split('.').map(Number);
  if (major !== wantedMajor) return false;
  return minor > wantedMinor || (minor === wantedMinor && patch >= wantedPatch);
}
