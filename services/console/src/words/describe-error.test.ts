import i18next from 'i18next';
import { beforeAll, expect, test, vi } from 'vitest';
import { ApiError, type ApiErrorKind, kindOfStatus } from '../api/api-error.ts';
import { ask } from '../api/client.ts';
import { describeError, describeSignInRefusal, signInRefusals } from './describe-error.ts';
import { en } from './en.ts';
import { zh } from './zh.ts';

beforeAll(async () => {
  const resources = { en: { words: en }, zh: { words: zh } };
  await i18next.init({ lng: 'en', defaultNS: 'words', resources, interpolation: { escapeValue: false } });
});

const words = (error: unknown): string => describeError(error, i18next.t);

test('what the API refused is told in its own words', () => {
  expect(words(new ApiError('refused', 'A username and a password are needed.'))).toBe(
    'A username and a password are needed.',
  );
});

test('a refusal that has a name is told in the language of the page', async () => {
  const refusal = new ApiError('refused', 'name: you have a key "a & b" already.', {
    reason: 'key_name_taken',
    values: { name: 'a & b' },
  });
  expect(words(refusal)).toBe('You have a key "a & b" already.');
  expect(describeError(refusal, i18next.getFixedT('zh'))).toBe('您已有名为“a & b”的密钥。');
});

test('a refusal of a name that this page does not know is told in the words of the API', async () => {
  const named = { reason: 'closed_day', values: { day: 'x' } };
  const refusal = await refusedWith({ success: false, message: 'Not on Sundays {{day}}.', ...named });
  expect(refusal).toMatchObject({ reason: 'closed_day', values: { day: 'x' } });
  expect(describeError(refusal, i18next.getFixedT('zh'))).toBe('Not on Sundays {{day}}.');
});

test('whoever may not do something for a reason that has a name is told that reason', async () => {
  const answer = { success: false, message: 'This user is disabled.', reason: 'user_disabled', values: {} };
  const refusal = await refusedWith(answer, 403);
  expect(words(refusal)).toBe('This user is disabled.');
  expect(describeError(refusal, i18next.getFixedT('zh'))).toBe('该用户已停用。');
});

test.each(signInRefusals)('that a provider led nowhere, for %s, is said in words of this page', (name) => {
  for (const language of ['en', 'zh']) {
    const told = describeSignInRefusal(name, 'Acme', i18next.getFixedT(language));
    expect(told).toMatch(/[.。]$/);
    expect(told).not.toMatch(/refusals|\{\{/);
  }
  expect(describeSignInRefusal(name, undefined, i18next.t)).toBe(en.signIn.refused);
});

test.each(['Call 555-0100.', 'quota_unlimited', 'constructor'])(
  'an address that says %j is not repeated',
  (name) => {
    expect(describeSignInRefusal(name, 'Acme', i18next.getFixedT('zh'))).toBe(zh.signIn.refused);
  },
);

async function refusedWith(answer: object, status = 200): Promise<unknown> {
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(answer, { status }));
  const refusal = await ask('http://127.0.0.1:1/api').catch((error: unknown) => error);
  fetched.mockRestore();
  return refusal;
}

test('what is wrong with members is told of each as its form calls it, in the language of the page', async () => {
  const refusal = await refusedWith({
    success: false,
    message:
      'channel.name: must have at most 200 characters; channel.models[1]: "x" is named twice; colour: ...',
    problems: [
      { member: 'channel.name', reason: 'characters_many', values: { most: '200' } },
      { member: 'channel.models[1]', reason: 'named_twice', values: { name: '<x>' } },
      { member: 'price.tiers[0].above', reason: 'member_missing', values: {} },
      { member: 'constructor', reason: 'member_unknown', values: {} },
    ],
  });
  expect(words(refusal)).toBe(
    'Name: must have at most 200 characters. Models 2: "<x>" is named twice. ' +
      'price.tiers[0].above: is missing. constructor: is not known here.',
  );
  expect(describeError(refusal, i18next.getFixedT('zh'))).toBe(
    '名称：最多 200 个字符。 模型 2：“<x>”重复。 price.tiers[0].above：必填。 constructor：未知字段。',
  );
});

test.each([
  ['email', 'email_unfit', {}, 'E-mail address: is no e-mail address.', '邮箱地址：不是有效的邮箱地址。'],
  [
    'key',
    'characters_exact',
    { exact: '32' },
    'Redemption code: must have 32 characters.',
    '兑换码：须为 32 个字符。',
  ],
  ['count', 'number_large', { most: '100' }, 'How many: must be at most 100.', '数量：不能大于 100。'],
  [
    'rpm',
    'number_large',
    { most: '9' },
    'Requests per minute: must be at most 9.',
    '每分钟请求数：不能大于 9。',
  ],
  [
    'remain_quota',
    'number_small',
    { least: '0' },
    'May still spend: must be at least 0.',
    '还可花费：不能小于 0。',
  ],
])('%s: %s is told by the label of its field', async (member, reason, values, inEnglish, inChinese) => {
  const refusal = await refusedWith({
    success: false,
    message: `${member}: ...`,
    problems: [{ member, reason, values }],
  });
  expect(words(refusal)).toBe(inEnglish);
  expect(describeError(refusal, i18next.getFixedT('zh'))).toBe(inChinese);
});

test('where one of several problems has no words on this page, all are told in the words of the API', async () => {
  const message = 'name: must have at most 50 characters; rpm: must be prime';
  const refusal = await refusedWith({
    success: false,
    message,
    problems: [
      { member: 'name', reason: 'characters_many', values: { most: '50' } },
      { member: 'rpm', reason: 'number_composite', values: {} },
    ],
  });
  expect(describeError(refusal, i18next.getFixedT('zh'))).toBe(message);
});

test.each([
  [401, en.errors.signedOut],
  [403, en.errors.forbidden],
  [404, en.errors.missing],
  [429, en.errors.busy],
  [500, en.errors.unavailable],
  [503, en.errors.unavailable],
])('a status of %i is told in words for people, whatever was sent along', (status, told) => {
  expect(words(new ApiError(kindOfStatus(status), 'connect ECONNREFUSED 10.0.0.7:5432'))).toBe(told);
});

test.each<ApiErrorKind>(['unreachable', 'unreadable', 'unavailable', 'refused'])('%s has words', (kind) => {
  expect(words(new ApiError(kind, ''))).toMatch(/\w+\.$/);
});

test.each([new TypeError('x is undefined'), 'text', undefined])(
  'of what broke in the page no detail is shown: %s',
  (error) => {
    expect(words(error)).toBe(en.errors.unexpected);
  },
);
