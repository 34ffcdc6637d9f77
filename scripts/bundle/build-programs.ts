import { join } from 'node:path';
import { filesIn, hashFiles } from '../builds/hash-files.ts';
import { keepBuild } from '../builds/keep-build.ts';
import { repository } from '../start/repository.ts';
import type { Say } from '../start/say.ts';
import { bundledPrograms, testPrograms } from './programs.ts';

/** Where the code of programs lies, and what says which packages it finds. */
const inputs = [
  'pnpm-lock.yaml',
  'package.json',
  'proto',
  'services',
  'scripts/bundle',
  'scripts/headgate',
  'scripts/start/repository.ts',
  'scripts/start/service-names.ts',
  'scripts/toolchain',
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
 * code, or `lender` has them. Gives the folder that they lie in.
 */
export function buildPrograms(
  directory: string,
  { lender, say = () => undefined }: { lender?: string; say?: Say } = {},
): Promise<string> {
  return keepBuild(directory, {
    name: hashFiles(repository, sourcesOfPrograms()),
    ...(lender !== undefined && { lender }),
    async build(into) {
      say('Bundling the programs');
      // Its bundler takes a while to load, and most starts need none.
      const { bundle } = await import('./bundle.ts');
      await bundle({ ...bundledPrograms, ...testPrograms }, into);
    },
  });
}

/** What makes Node keep what it compiled of programs, beside them: a copy of the folder has it, too. */
export function keepCompiled(programs: string): Record<string, string> {
  return { NODE_COMPILE_CACHE: join(programs, 'compiled'), NODE_COMPILE_CACHE_PORTABLE: '1' };
}
