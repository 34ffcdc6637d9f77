/** A package of which something is in the image. */
export interface PackageFound {
  /** Who hands it out: the npm registry, Debian, or nodejs.org. */
  origin: 'npm' | 'deb' | 'generic';
  name: string;
  version: string;
  /** As its manifest has it: mostly an SPDX expression. */
  license?: string;
}
