import { join } from 'node:path';
import { filesIn, hashFiles } from '../builds/hash-files.ts';
import { keepBuild } from '../builds/keep-build.ts';
import { repository } from '../start/repository.ts';
import { bundle } from './bundle.ts';
import { bundledPrograms, testPrograms } from './programs.ts';

/** Where the code of programs lies, and what says which packages it finds. */
const inputs = [
  'pnpm-lock.yaml',
  'package.json',
  'proto',
  'services',
  ...['bundle', 'headgate', 'start', 'toolchain'].map((folder) => join('scripts', folder)),
];
const isCode = /\.(m?ts|mjs|json|html|yaml)$/;
const apart = /\.test\.tsx?$|\/services\/console\/src\/(?!server\/)/;

/** Every file that the programs may be made of, packages aside: those stand in the lock file. */
export function sourcesOfPrograms(): string[] {
  const files = inputs.flatMap((name) => filesIn(join(repository, name)));
  return files.filter((file) => isCode.test(file) && !apart.test(file));
}

/**
 * Bundles every program below `directory`, those of tests with them, unless they are there already, made from the same
 * code. Gives the folder that they lie in.
 */
export function buildPrograms(directory: string): Promise<string> {
  return keepBuild(directory, hashFiles(repository, sourcesOfPrograms()), (into) =>
    bundle({ ...bundledPrograms, ...testPrograms }, into),
  );
}
