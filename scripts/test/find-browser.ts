import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from '../parts/chromium/find-chromium.ts';
import type { Home } from '../start/home/home.ts';
import { repository } from '../start/repository.ts';
import type { Say } from '../start/say.ts';

/** What browser tests find theirs by: the path of a Chromium, or the reason for which they are skipped. */
export type BrowserEnv = { HEADGATE_CHROMIUM: string } | { HEADGATE_NO_CHROMIUM: string };

/** Never rejects: all other tests run without a browser. */
export async function findBrowser(
  home: Home,
  options: { env: NodeJS.ProcessEnv; say: Say; signal: AbortSignal },
): Promise<BrowserEnv> {
  try {
    return { HEADGATE_CHROMIUM: await findChromium(home, options) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (!options.signal.aborted) options.say(`skip browser tests: ${reason}`);
    return { HEADGATE_NO_CHROMIUM: reason };
  }
}

/** Whether a test file that a filter chooses, or any where there is none, opens a browser. */
export function choosesBrowser(filters: readonly string[]): boolean {
  const files = globSync('scripts/e2e/*.test.ts', { cwd: repository });
  return files
    .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
    .some((file) => readFileSync(join(repository, file), 'utf8').includes("/share-browser.ts'"));
}
