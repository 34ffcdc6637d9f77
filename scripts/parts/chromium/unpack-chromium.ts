import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepWithLibraries } from '../debian/keep-with-libraries.ts';
import { unpackPackages } from '../debian/unpack-packages.ts';
import type { Found, Search } from '../search.ts';
import { checkChromium } from './check-chromium.ts';
import { fontSettings } from './font-settings.ts';

/** Latin, Greek and Cyrillic letters; Chinese, Japanese and Korean ones in 2 MB instead of Noto's 56. */
const fonts = ['fonts-dejavu-core', 'fonts-wqy-microhei'];
/** Without windows it takes a third less of the processor's time. Not every Debian has it. */
const headless = 'chromium-headless-shell';
const packages = {
  what: 'Chromium',
  size: 'about 110 MB',
  withLibraries: [[headless], ['chromium']],
  alone: fonts,
};

/** Where it is kept: runs the browser with the libraries and fonts that lie beside it. */
export const programPath = 'chromium';
const fontsPath = 'fonts.conf';
/** A quarter of the files, which nobody reads. */
const unread = ['usr/share/doc', 'usr/share/locale', 'usr/share/man'];

export function unpackChromium(search: Search): Promise<Found> {
  return unpackPackages(packages, search, (unpacked) => keepChromium(unpacked, search));
}

export function keepChromium(unpacked: string, search: Search): Promise<Found> {
  for (const folder of unread) rmSync(join(unpacked, folder), { recursive: true, force: true });
  writeFileSync(join(unpacked, fontsPath), fontSettings);
  const whole = {
    name: 'Chromium',
    packaged: [`usr/lib/chromium/${headless}`, 'usr/lib/chromium/chromium'],
    programPath,
    files: { FONTCONFIG_FILE: fontsPath },
    check: checkChromium,
  };
  return keepWithLibraries(unpacked, whole, search);
}
