import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type InputOptions, rolldown } from 'rolldown';
import { repository } from '../start/repository.ts';
import { escapeBeyondAscii } from './escape-beyond-ascii.ts';
import { absentModules, lateModules, sequences } from './programs.ts';
import { requiredHttp } from './required-http.ts';
import { writeLines } from './write-lines.ts';

/**
 * Writes programs as plain JavaScript below `directory`: `<name>.js` each, what they share in `chunks`, source maps, and which
 * lines are from where.
 * They need nothing but Node. Rejects when an import finds nothing.
 */
export async function bundle(programs: Readonly<Record<string, string>>, directory: string): Promise<void> {
  const entries = Object.entries(programs).map(([name, entry]) => [name, join(repository, entry)]);
  const built = await rolldown({ ...options, input: Object.fromEntries(entries) });
  await built.write({
    dir: directory,
    format: 'esm',
    sourcemap: true,
    // Stacks need names and lines alone.
    sourcemapExcludeSources: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  });
  await built.close();
  writeLines(directory);
  escapeBeyondAscii(directory);
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}\n');
  for (const [name, steps] of Object.entries(sequences)) {
    const lines = steps.map((step) => `import './${step}.js';\n`);
    writeFileSync(join(directory, `${name}.js`), lines.join(''));
  }
  for (const [name, service] of Object.entries(lateModules)) await writeLateModule(name, service, directory);
}

const options: InputOptions = {
  plugins: [requiredHttp],
  platform: 'node',
  external: absentModules,
  onLog(level, log, take) {
    if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
    take(level, log);
  },
};

/** Where `require` of a bundled program looks for it. */
async function writeLateModule(name: string, service: string, directory: string): Promise<void> {
  const { resolve } = createRequire(join(repository, 'services', service, 'package.json'));
  const built = await rolldown({ ...options, input: resolve(name) });
  const file = join(directory, 'node_modules', `${name}.js`);
  await built.write({ file, format: 'cjs', codeSplitting: false });
  await built.close();
  const folder = join(directory, 'node_modules', name.split('/')[0] ?? name);
  writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}\n');
}
