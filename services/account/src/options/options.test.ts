import { afterEach, beforeEach, expect, it } from 'vitest';
import { smallDocument } from '../testing/documents.ts';
import { ask, dataOf, enter } from '../testing/people.ts';
import { createTestAccount, faultFrom, type TestAccount } from '../testing/test-account.ts';
import { isSecretOption } from './options.ts';

let account: TestAccount;
let sessionToken: string;
beforeEach(async () => {
  account = await createTestAccount();
  await account.apply(smallDocument());
  sessionToken = await enter(account, 'root');
});
afterEach(() => account.stop());

const change = (key: string, value?: unknown) =>
  ask(account, 'options.change', { sessionToken, body: { key, value } });
const readOption = async (name: string) => {
  const options = await dataOf(account, 'options.list', { sessionToken });
  return Array.isArray(options) ? options.find(({ key }) => key === name)?.value : undefined;
};

it.each([
  ['registration', true, false],
  ['notice', 'Down on Sunday.', ''],
  ['new_user_quota_usd', '2.5', '0'],
  ['email_domains', ['example.com'], []],
  ['server_address', 'https://gate.example', ''],
])('%s becomes %j, and was %j', async (key, value, before) => {
  expect(await readOption(key)).toEqual(before);
  await change(key, value);
  expect(await readOption(key)).toEqual(value);
  const lines = () => account.context.knex('audit').whereNotNull('actor_id');
  expect(await lines()).toMatchObject([
    { target_kind: 'option', target_name: key, changes: { value: [before, value] } },
  ]);
  await change(key, value);
  expect(await lines()).toHaveLength(1);
});

it.each([
  ['no_such', 1],
  ['registration', 'yes'],
  ['registration', undefined],
  ['new_user_quota_usd', '-1'],
  ['new_user_quota_usd', '0.000001'],
  ['server_address', 'javascript:alert(1)'],
  ['server_address', 'https://gate.example/?from=mail'],
  ['server_address', 'https://gate.example/#top'],
  ['server_address', 'https://ada:secret@gate.example'],
  ['email_domains', ['not a domain']],
  ['notice', 'x'.repeat(64 * 1024 + 1)],
])('%s is not set to %.20j', async (key, value) => {
  expect((await faultFrom(change(key, value))).status).toBe(200);
  expect(await account.context.knex('options')).toEqual([]);
});

it('are for root', async () => {
  const ada = await enter(account);
  for (const operation of ['options.list', 'options.change'])
    expect((await faultFrom(ask(account, operation, { sessionToken: ada }))).status).toBe(403);
});

it.each(['github_client_secret', 'smtpToken', 'captcha_key'])('%s would never be read out', (name) => {
  expect(isSecretOption(name)).toBe(true);
});

it('tell whoever asks what they need before they sign in', async () => {
  expect(await dataOf(account, 'sites.status', { baseUrl: 'https://gateway.example' })).toEqual({
    version: '0.0.0',
    system_name: 'Headgate',
    server_address: '',
    setup: true,
    registration: false,
    email_verification: false,
    email_enabled: true,
    quota_per_unit: 500_000,
    quota_display_type: 'USD',
    usd_exchange_rate: '7.3',
    custom_exchange_rate: '1',
    passkey_origin: 'https://gateway.example',
    oauth_providers: [],
  });
  await change('registration', true);
  await change('about', 'Who we are');
  await change('home_page_content', 'Hello');
  await change('notice', 'Down on Sunday.');
  expect(await dataOf(account, 'sites.status')).toMatchObject({ registration: true });
  expect(await dataOf(account, 'sites.about')).toBe('Who we are');
  expect(await dataOf(account, 'sites.home-page')).toBe('Hello');
  expect(await dataOf(account, 'sites.notice')).toBe('Down on Sunday.');
});
