import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PackageFound } from './package-found.ts';

/** Debian's packages in the image, of the folder where scanners look for them. */
export function findDebian(statusFolder: string): PackageFound[] {
  return readdirSync(statusFolder).map((file) => {
    const status = readFileSync(join(statusFolder, file), 'utf8');
    const field = (name: string): string => new RegExp(`^${name}: (.+)$`, 'm').exec(status)?.[1] ?? '';
    return { origin: 'deb', name: `debian/${field('Package')}`, version: field('Version') };
  });
}
