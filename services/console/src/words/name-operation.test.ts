import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { en } from './en.ts';
import { kindNames, nameKind, nameOperation, operationNames } from './name-operation.ts';
import { zh } from './zh.ts';

beforeAll(async () => {
  await i18next.init({ defaultNS: 'words', resources: { en: { words: en }, zh: { words: zh } } });
});

test('operations and kinds of the audit log have words in the language of the page', () => {
  const t = i18next.getFixedT('zh');
  const named = [
    ...operationNames.map((name) => nameOperation(name, t)),
    ...kindNames.map((name) => nameKind(name, t)),
  ];
  expect(named.filter((words) => !/^[\u4e00-\u9fff]+$/.test(words))).toEqual([]);
  expect(nameOperation('second-factors.renew-backup-codes', t)).toBe('重新生成备用码');
  expect(nameKind('second factor', t)).toBe('两步验证');
});

test('an operation that this page does not know is called as the API calls it', () => {
  expect(nameOperation('mills.grind', i18next.getFixedT('zh'))).toBe('mills.grind');
  expect(nameKind('mill', i18next.getFixedT('zh'))).toBe('mill');
});
