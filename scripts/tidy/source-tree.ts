import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The repository as the rules see it: the files that git tracks or would track. */
export interface SourceTree {
  root: string;
  /** Paths below the root. */
  paths: readonly string[];
  /** Sources written by people: no generated code. */
  sources: readonly SourceFile[];
}

export interface SourceFile {
  path: string;
  text: string;
  /** `services/ingress`, `proto`, `scripts`; empty at the top. */
  packageDir: string;
  isTest: boolean;
  /** The modules that it imports. */
  imports: readonly string[];
}

/** A rule looks at the tree and says what is wrong, and what to do instead, a line each. */
export type Rule = (tree: SourceTree) => string[];

export function readSourceTree(root: string): SourceTree {
  const listing = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const paths = listing.split('\0').filter((path) => path !== '' && existsSync(join(root, path)));
  const sources = paths
    .filter((path) => /\.(?:ts|tsx|mjs)$/.test(path) && !isGenerated(path))
    .map((path) => toSource(path, readFileSync(join(root, path), 'utf8')));
  return { root, paths, sources };
}

const generated = ['proto/gen/', 'services/console/src/api/schema.ts'];

function isGenerated(path: string): boolean {
  return generated.some((prefix) => path.startsWith(prefix));
}

export function toSource(path: string, text: string): SourceFile {
  const [first = '', second = ''] = path.split('/');
  return {
    path,
    text,
    packageDir: first === 'services' ? `services/${second}` : path.includes('/') ? first : '',
    isTest: /\.test\.tsx?$/.test(path) || path.includes('/testing/'),
    imports: findImports(text),
  };
}

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s[^;'"]*?from\s+['"]([^'"]+)['"]|(?:^|\n)\s*import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

function findImports(text: string): string[] {
  return [...text.matchAll(importPattern)].map(([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? '');
}
