import { join } from 'node:path';

/** A page of the console, as far as a browser can tell pages apart. */
export interface Screen {
  /** Below `/console`. */
  path: string;
  /** What it calls itself, in each language. */
  titles: { en: string; zh: string };
}

const source = join(import.meta.dirname, '../../../services/console/src');

/**
 * The pages of the console, read from its table as data: the console keeps its types to itself, and a new page is to be met
 * by every test that walks the pages.
 */
export async function readScreens(): Promise<Screen[]> {
  const { screens }: { screens?: unknown } = await import(join(source, 'screens.ts'));
  if (!Array.isArray(screens) || screens.length === 0) throw new Error('the console has no pages');
  const wordOf = await readWords();
  return screens.map(({ path, title }: Record<string, unknown>) => {
    if (typeof path !== 'string' || typeof title !== 'string') throw new Error('A page has no path or title');
    return { path, titles: { en: wordOf('en', title), zh: wordOf('zh', title) } };
  });
}

/** Addresses of the console that nobody needs to be signed in for. */
export async function readFrontPaths(): Promise<string[]> {
  const { paths }: { paths?: unknown } = await import(join(source, 'paths.ts'));
  const behind = (await readScreens()).map(({ path }) => path);
  return Object.values(Object(paths))
    .map(String)
    .filter((path) => !behind.includes(path));
}

/** Gives what the console calls something: `logs.title` in a language. */
export async function readWords(): Promise<(language: 'en' | 'zh', name: string) => string> {
  const { en }: { en: unknown } = await import(join(source, 'words/en.ts'));
  const { zh }: { zh: unknown } = await import(join(source, 'words/zh.ts'));
  const tables = { en, zh };
  return (language, name) => {
    const word = name.split('.').reduce<unknown>((table, member) => Object(table)[member], tables[language]);
    if (typeof word !== 'string') throw new Error(`There is no word ${name} in ${language}`);
    return word;
  };
}
