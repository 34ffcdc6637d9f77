import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { filesIn } from '../builds/hash-files.ts';
import { repository } from '../start/repository.ts';
import { firstPlaces } from './first-places.ts';

/**
 * Writes `<program>.js.lines.json` beside each program: its sources, as they are called in the repository, and for each line which of them it is from and which
 * line that is there, -1 for neither. A process reads it to name lines of sources in stacks: a hundredth of the time that
 * it takes to read the source map, and of the memory.
 */
export function writeLines(directory: string): void {
  for (const file of filesIn(directory).filter((name) => name.endsWith('.js.map'))) {
    const { sources, mappings }: { sources: string[]; mappings: string } = JSON.parse(
      readFileSync(file, 'utf8'),
    );
    writeFileSync(
      file.replace(/\.map$/, '.lines.json'),
      JSON.stringify({
        sources: sources.map((source) => relative(repository, resolve(dirname(file), source))),
        lines: firstPlaces(mappings),
      }),
    );
  }
}
