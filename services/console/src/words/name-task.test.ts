import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { en } from './en.ts';
import { nameAction, namePlatform } from './name-task.ts';
import { zh } from './zh.ts';

beforeAll(async () => {
  await i18next.init({ defaultNS: 'words', resources: { en: { words: en }, zh: { words: zh } } });
});

test('what was asked of a task, and how, has words in the language of the page', () => {
  const [english, chinese] = [i18next.getFixedT('en'), i18next.getFixedT('zh')];
  expect([nameAction('SWAP_FACE', english), nameAction('SWAP_FACE', chinese)]).toEqual([
    'Swap faces',
    '换脸',
  ]);
  expect([namePlatform('image-async', english), namePlatform('image-async', chinese)]).toEqual([
    'Images that are asked for later',
    '异步图像',
  ]);
});

test('what this page does not know is called as the API calls it', () => {
  expect(nameAction('videos/text2video', i18next.getFixedT('zh'))).toBe('videos/text2video');
  expect(namePlatform('toString', i18next.getFixedT('zh'))).toBe('toString');
});
