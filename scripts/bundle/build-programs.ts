import { join } from 'node:path';
import { filesIn, hashFiles } from '../builds/hash-files.ts';
import { keepBuild } from '../builds/keep-build.ts';
import { repository } from '../start/repository.ts';
import { bundle } from './bundle.ts';
import { bundledPrograms, testPrograms } from './programs.ts';

/** Where the code of programs lies, and what says which packages it finds. */
const inputs = ['pnpm-lock.yaml', 'package.json', 'proto', 'services', 'scripts'];
const isCode = /\.(ts|json|html|yaml)$/;
const apart =
  /\/node_modules\/|\.test\.tsx?$|\/services\/console\/src\/(?!server\/)|\/scripts\/(e2e|bench|chaos|broken|weak-points)\//;

/**
 * Bundles every program below `directory`, those of tests with them, unless they are there already, made from the same
 * code. Gives the folder that they lie in.
 */
export function buildPrograms(directory: string): Promise<string> {
  const files = inputs.flatMap((name) => filesIn(join(repository, name)));
  const code = files.filter((file) => isCode.test(file) && !apart.test(file));
  return keepBuild(directory, hashFiles(repository, code), (into) =>
    bundle({ ...bundledPrograms, ...testPrograms }, into),
  );
}
