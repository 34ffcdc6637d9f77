/**
 * `npm run sbom -- FOLDER [STATUS]`: what the programs that `npm run bundle -- FOLDER` has written are made of, as a bill
 * of materials: CycloneDX's JSON in FOLDER/sbom.cdx.json. STATUS is the folder with dpkg's words about Debian's packages.
 */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { version } from '@headgate/runtime/version';
import { say } from '../start/say.ts';
import { composeBom } from './compose-bom.ts';
import { findBundled } from './find-bundled.ts';
import { findDebian } from './find-debian.ts';
import type { PackageFound } from './package-found.ts';

const [folder, statusFolder] = process.argv.slice(2);
if (folder === undefined) {
  say('Which folder? npm run sbom -- FOLDER');
  process.exit(1);
}
const node: PackageFound = {
  origin: 'generic',
  name: 'node',
  version: process.versions.node,
  license: 'MIT',
};
const debian = statusFolder === undefined ? [] : findDebian(resolve(statusFolder));
const packages = [node, ...debian, ...findBundled(resolve(folder))];
const file = join(resolve(folder), 'sbom.cdx.json');
writeFileSync(file, composeBom(version, packages));
say(file);
