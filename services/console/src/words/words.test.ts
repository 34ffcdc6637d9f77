import { expect, test } from 'vitest';
import { en } from './en.ts';
import { firstLanguage } from './languages.ts';
import { zh } from './zh.ts';

type Table = { [name: string]: string | Table };

/** Each word with its place, `a.b.c`. */
function wordsIn(table: Table, place = ''): [string, string][] {
  return Object.entries(table).flatMap(([name, word]) =>
    typeof word === 'string' ? [[place + name, word]] : wordsIn(word, `${place}${name}.`),
  );
}

const holes = (word: string): string[] => (word.match(/\{\{\w+\}\}/g) ?? []).sort();

test('words of all languages are filled with the same things', () => {
  const chinese = new Map(wordsIn(zh));
  for (const [place, word] of wordsIn(en))
    expect([place, holes(chinese.get(place) ?? '')]).toEqual([place, holes(word)]);
});

const counted = '(count|requests|tokens|input|shown|days|most)';

test('what is counted is one or several', () => {
  const alone = wordsIn(en).filter(
    ([place, word]) =>
      !/_(one|other)$/.test(place) && new RegExp(`^\\{\\{${counted}\\}\\} \\w+s\\b`).test(word),
  );
  expect(alone).toEqual([]);
});

test.each([
  [null, ['de-DE', 'zh-CN', 'en'], 'zh'],
  ['en', ['zh-CN'], 'en'],
  ['xx', ['de'], 'en'],
  [null, [], 'en'],
] as const)('of %s and %j, %s is chosen', (kept, preferred, language) => {
  expect(firstLanguage(kept, preferred)).toBe(language);
});
