import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One way to break the product, and the test that must notice. */
export interface BrokenPatch {
  name: string;
  /** Where the patch lies. */
  path: string;
  /** What is proved: the item that the test stands for. */
  item: string;
  /** What the patch does, in words. */
  breaks: string;
  /** The test file, below the repository. */
  file: string;
  /** Full names of the tests that must fail. */
  tests: readonly string[];
  /** How the names of others begin that may fail with them, as rows of one table do; all others of the file must pass. */
  among: readonly string[];
}

const directory = import.meta.dirname;
const suffix = '.patch';

export function readPatches(): BrokenPatch[] {
  return readdirSync(directory)
    .filter((file) => file.endsWith(suffix))
    .sort()
    .map((file) => {
      const path = join(directory, file);
      return readPatch(file.slice(0, -suffix.length), path, readFileSync(path, 'utf8'));
    });
}

/** Reads the lines `Name: value` above the diff. Throws when one is missing. */
export function readPatch(name: string, path: string, text: string): BrokenPatch {
  const header = text.slice(0, text.indexOf('\ndiff --git '));
  const values = (field: string): string[] =>
    [...header.matchAll(new RegExp(`^${field}: (.+)$`, 'gm'))].map(([, value = '']) => value.trim());
  const one = (field: string): string => {
    const [value, ...more] = values(field);
    if (value === undefined || more.length > 0)
      throw new Error(`${name}: its header needs one line ${field}:`);
    return value;
  };
  const tests = values('Test');
  if (tests.length === 0) throw new Error(`${name}: its header needs a line Test:`);
  return {
    name,
    path,
    item: one('Item'),
    breaks: one('Breaks'),
    file: one('File'),
    tests,
    among: values('Among'),
  };
}
