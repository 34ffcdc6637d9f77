import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { en } from './en.ts';
import { nameEnding, nameUsageSource } from './name-ending.ts';
import { zh } from './zh.ts';

beforeAll(async () => {
  await i18next.init({ defaultNS: 'words', resources: { en: { words: en }, zh: { words: zh } } });
});

test('how a request ended and who counted it has words in the language of the page', () => {
  const t = i18next.getFixedT('zh');
  const endings = ['completed', 'client_gone', 'upstream_failed', 'broken', 'interrupted', 'not_sent'];
  const sources = ['upstream', 'estimated', 'missing', 'none'];
  const named = [
    ...endings.map((ending) => nameEnding(ending, t)),
    ...sources.map((source) => nameUsageSource(source, t)),
  ];
  expect(named.filter((words) => !/^[\u4e00-\u9fff]+$/.test(words))).toEqual([]);
});

test('an ending that this page does not know is called as the API calls it', () => {
  expect(nameEnding('unspecified', i18next.getFixedT('zh'))).toBe('unspecified');
  expect(nameUsageSource('unspecified', i18next.getFixedT('zh'))).toBe('unspecified');
});
