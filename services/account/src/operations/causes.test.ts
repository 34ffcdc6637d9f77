import { afterAll, beforeAll, expect, it } from 'vitest';
import { smallDocument } from '../testing/documents.ts';
import { type SessionClient, signInAs } from '../testing/session-client.ts';
import { createTestAccount, faultFrom, type TestAccount } from '../testing/test-account.ts';

let account: TestAccount;
let root: SessionClient;
beforeAll(async () => {
  account = await createTestAccount();
  await account.apply(smallDocument());
  root = await signInAs(account, 'root');
});
afterAll(() => account.stop());

const refusalOf = (operation: string, body: unknown) => faultFrom(root.ask(operation, { body }));
const channel = { name: 'new', provider: 'openai-compatible', base_url: 'https://new.example/v1' };
const addresses = Array(101).fill('::1');
const long = 'a'.repeat(300);

it.each([
  ['keys.create', { name: 'k', allow_ips: ['10.0.0.1', 'here'] }, 'allow_ips[1]', 'address_unfit', {}],
  ['keys.create', { name: 'a'.repeat(51) }, 'name', 'characters_many', { most: '50' }],
  ['keys.create', { name: ' a' }, 'name', 'name_unfit', {}],
  ['keys.create', { name: 'k', rpm: -1 }, 'rpm', 'number_small', { least: '0' }],
  ['channels.create', { channel: { ...channel, groups: [] } }, 'channel.groups', 'empty', {}],
  ['redemptions.redeem', { key: 'short' }, 'key', 'characters_exact', { exact: '32' }],
  ['models.put', { name: 'm', price: { colour: '1' } }, 'price.colour', 'member_unknown', {}],
  ['models.put', { name: 'm', price: { tiers: [{}] } }, 'price.tiers[0].above', 'member_missing', {}],
  ['models.put', { name: 'm', price: { tiers: 1 } }, 'price.tiers', 'type_unfit', { type: 'array' }],
  ['models.put', { name: 'm', price: { input: '-1' } }, 'price.input', 'decimal_unfit', {}],
  ['models.put', { name: 'm', price: {} }, 'price', 'price_empty', {}],
  ['options.change', { key: 'email_domains', value: ['@a'] }, 'value', 'domain_unfit', {}],
  [
    'channels.create',
    { channel: { ...channel, base_url: 'ftp://x' } },
    'channel.base_url',
    'base_url_unfit',
    {},
  ],
  [
    'channels.create',
    { channel: { ...channel, models: ['unheard'] } },
    'channel new',
    'channel_model_unpriced',
    { channel: 'new', model: 'unheard' },
  ],
  [
    'models.put',
    { name: 'm', price: { call: '1' }, fallbacks: [long.slice(100)] },
    'model m',
    'fallback_unknown',
    { model: 'm', fallback: long.slice(100) },
  ],
  ['keys.create', { name: 'k', rpm: 2 ** 40 }, 'rpm', 'number_large', { most: '2147483647' }],
  ['keys.create', { name: 'k', allow_ips: addresses }, 'allow_ips', 'entries_many', { most: '100' }],
  [
    'channels.create',
    { channel, mode: 'triple' },
    'mode',
    'choice_unknown',
    { choices: 'single, batch, multi_to_single' },
  ],
  [
    'channels.create',
    { channel: { ...channel, models: ['fast', 'fast'] } },
    'channel.models[1]',
    'named_twice',
    { name: 'fast' },
  ],
  [
    'channels.create',
    { channel: { ...channel, groups: ['nobodys'], models: ['gpt-4o-mini'] } },
    'channel new',
    'channel_group_unknown',
    { channel: 'new', group: 'nobodys' },
  ],
  [
    'channels.create',
    { channel: { ...channel, models: [{ name: 'x', upstream: 'y' }] } },
    'channel new',
    'channel_upstream_unpriced',
    { channel: 'new', model: 'x', upstreams: '"y"' },
  ],
  [
    'models.put',
    { name: 'm', price: { call: '1' }, fallbacks: ['m'] },
    'fallbacks[0]',
    'fallback_of_itself',
    {},
  ],
  [
    'models.put',
    { name: 'm', price: { minute: { input: '1', output: '2' } } },
    'price.minute.output',
    'minute_uncounted',
    {},
  ],
  ['emails.bind', { email: 'here', code: '123456' }, 'email', 'email_unfit', {}],
])('%s says of %j what is wrong with which member', async (operation, body, member, reason, values) => {
  const { message, param, problems } = await refusalOf(operation, body);
  expect(problems).toEqual([{ member, reason, values }]);
  expect([param, message]).toEqual([member, expect.stringMatching(/^[^:]+: .+/)]);
});

it('each of two aliases that lead to each other is said', async () => {
  const models = [
    { name: 'a', upstream: 'b' },
    { name: 'b', upstream: 'a' },
  ];
  const { problems } = await refusalOf('channels.create', { channel: { ...channel, models } });
  expect(problems).toEqual([
    { member: 'channel.models[0]', reason: 'alias_of_itself', values: { name: 'a' } },
    { member: 'channel.models[1]', reason: 'alias_of_itself', values: { name: 'b' } },
  ]);
});

it('what is wrong with several members is said of each', async () => {
  const { message, problems } = await refusalOf('keys.create', { rpm: -1, name: 'a'.repeat(51), [long]: 1 });
  expect(message).toContain('; ');
  expect(problems.map(({ member, reason }) => [member, reason])).toEqual([
    ['rpm', 'number_small'],
    ['name', 'characters_many'],
    [`${'a'.repeat(200)}...`, 'member_unknown'],
  ]);
});

it('where something has words alone, so has all', async () => {
  const refusal = await refusalOf('users.create', { username: '-', password: 'long enough', group: ' a' });
  expect(refusal.message).toContain(
    'username: must be letters, digits, dots, dashes and underlines; group: ',
  );
  expect(refusal.problems).toEqual([]);
});

it('of values that were sent, a refusal says names alone', async () => {
  const secret = 'sk-canary';
  const bodies = [
    ['channels.create', { channel: { ...channel, provider: secret, base_url: secret, keys: [{ secret }] } }],
    ['keys.create', { name: 'k', allow_ips: [secret], group: { secret } }],
    ['options.change', { key: 'email_domains', value: [secret] }],
  ] as const;
  for (const [operation, body] of bodies) {
    const { problems } = await refusalOf(operation, body);
    expect(problems).not.toEqual([]);
    expect(JSON.stringify(problems)).not.toContain(secret);
  }
});
