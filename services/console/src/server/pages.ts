import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the build has made, as far as it is kept in memory. */
export interface Pages {
  directory: string;
  /** The one HTML page, with a placeholder where each answer has its own nonce. */
  html: string;
  /** The names of all files below `assets/`, compressed ones included. */
  assets: ReadonlySet<string>;
}

/** Reads the built pages. */
export function readPages(directory: string): Pages {
  try {
    return {
      directory,
      html: readFileSync(join(directory, 'index.html'), 'utf8'),
      assets: new Set(readdirSync(join(directory, 'assets'))),
    };
  } catch (cause) {
    throw new Error(`There are no built pages in ${directory}: run \`vite build\` in services/console`, {
      cause,
    });
  }
}
