/** People, as a browser would do it: setting up, registering, signing in, losing a password; through every service. */
import { type MailSink, startMailSink } from '@headgate/runtime/testing/mail-sink';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPageClient, type PageClient } from './testing/page-client.ts';

import { startWorld, type World } from './testing/world.ts';

/** Root is made by hand. */
const configuration = 'groups: { default: { ratio: 1 } }\n';
const rootCredentials = { username: 'root', password: 'correct horse battery' };

let world: World;
let sink: MailSink;
let root: PageClient;
beforeAll(async () => {
  sink = await startMailSink();
  const account = { HEADGATE_SMTP_URL: sink.url, HEADGATE_SMTP_FROM: 'Gate <gate@example.com>' };
  world = await startWorld(configuration, { env: { account }, ingresses: 2 });
  root = browse();
}, 120_000);
afterAll(async () => {
  await world.stop();
  await sink.stop();
});

const browse = (): PageClient => createPageClient(world.baseUrl);
const option = (key: string, value: unknown) => root.put('/api/option', { key, value });

async function signIn(username: string, password: string): Promise<PageClient> {
  const browser = browse();
  expect(await browser.post('/api/user/login', { username, password })).toMatchObject({ success: true });
  return browser;
}

test('the first visitor makes root, and no second one does', async () => {
  expect(await root.get('/api/setup')).toMatchObject({ data: { status: false } });
  const visitors = await Promise.all([
    root.post('/api/setup', rootCredentials),
    browse().post('/api/setup', { username: 'other', password: 'correct horse battery' }),
  ]);
  const winners = visitors.filter(({ success }) => success);
  expect(winners).toHaveLength(1);
  expect(await root.get('/api/setup')).toMatchObject({ data: { status: true } });
  if (!visitors[0]?.success) rootCredentials.username = 'other';
  expect(await browse().post('/api/setup', rootCredentials)).toMatchObject({ success: false });
  await root.post('/api/user/login', rootCredentials);
  expect(await root.get('/api/user/self')).toMatchObject({ data: { role: 100, unlimited_quota: true } });
});

test('nobody registers until root says so; then with a grant that can be seen', async () => {
  const ada = { username: 'ada', password: 'ada password' };
  expect(await browse().post('/api/user/register', ada)).toMatchObject({ success: false });
  await option('new_user_quota_usd', '0.5');
  await option('registration', true);
  expect(await browse().get('/api/status')).toMatchObject({ data: { registration: true, setup: true } });
  expect(await browse().post('/api/user/register', ada)).toMatchObject({ success: true });
  expect(await browse().post('/api/user/register', ada)).toMatchObject({
    message: 'This username is taken.',
  });
  const browser = await signIn('ada', 'ada password');
  expect(await browser.get('/api/user/self')).toMatchObject({
    data: { username: 'ada', role: 1, group: 'default', quota: 250_000, used_quota: 0 },
  });
  expect(await browser.get('/api/option')).toMatchObject({ status: 403 });
});

test('a new password ends all other sessions', async () => {
  const [here, elsewhere] = [await signIn('ada', 'ada password'), await signIn('ada', 'ada password')];
  const before = here.cookie();
  const change = { password: 'ada password 2', original_password: 'ada password' };
  expect(await here.put('/api/user/self', change)).toMatchObject({ success: true });
  expect(here.cookie()).not.toBe(before);
  expect(await here.get('/api/user/self')).toMatchObject({ status: 200 });
  expect(await elsewhere.get('/api/user/self')).toMatchObject({ status: 401 });
});

test('an address is given by its code, and a password reset by what is sent to it', async () => {
  const email = 'ada@example.com';
  const ada = await signIn('ada', 'ada password 2');
  expect(await ada.get(`/api/verification?email=${email}&language=zh`)).toMatchObject({ success: true });
  const code = /\d{6}/.exec(await sink.letterTo(email, 1))?.[0];
  const bind = { email, code, password: 'ada password 2' };
  expect(await ada.post('/api/user/email/bind', bind)).toMatchObject({ success: true });

  await option('server_address', world.baseUrl);
  const stranger = browse();
  const known = await stranger.get(`/api/reset_password?email=${email}`);
  expect(await stranger.get('/api/reset_password?email=nobody@example.com')).toEqual(known);
  const letter = await sink.letterTo(email, 2);
  const token = /[?&]token=([\w-]+)/.exec(letter)?.[1];
  const reset = { email, token, password: 'ada password 3' };
  expect(await stranger.post('/api/user/reset', reset)).toMatchObject({ success: true });
  expect(await stranger.post('/api/user/reset', reset)).toMatchObject({ success: false });
  expect(await ada.get('/api/user/self')).toMatchObject({ status: 401 });
  await signIn(email, 'ada password 3');
  expect(sink.letters.filter(({ to }) => to.includes('nobody@example.com'))).toEqual([]);
});

test('a personal access token acts as its user, where a token may', async () => {
  const made = await root.post('/api/user/access-tokens', { name: 'scripts' });
  const { token, id } = made.data as { token: string; id: number };
  const script = createPageClient(world.baseUrl, { authorization: `Bearer ${token}` });
  expect(await script.get('/api/user/self')).toMatchObject({ data: { role: 100 } });
  expect(await script.put('/api/option', { key: 'notice', value: 'By a script' })).toMatchObject({
    success: true,
  });
  expect(await browse().get('/api/notice')).toMatchObject({ data: 'By a script' });
  expect(await script.get('/api/user/token')).toMatchObject({ status: 403 });
  expect(await root.delete(`/api/user/access-tokens/${id}`)).toMatchObject({ success: true });
  expect(await script.get('/api/user/self')).toMatchObject({ status: 401 });
});

describe('guessing', () => {
  test('is slowed down for a user over every ingress, and not where they are signed in', async () => {
    const second = createPageClient(world.baseUrlOf('ingress-2'));
    await world.sql(`update account.sessions set ip = '192.0.2.1'`);
    const guess = { username: 'ada', password: 'a wrong guess' };
    for (let count = 0; count < 5; count += 1)
      expect(await browse().post('/api/user/login', guess)).toMatchObject({ status: 200, success: false });
    const refused = await second.post('/api/user/login', { username: 'ada', password: 'ada password 3' });
    expect(refused).toMatchObject({ status: 429, success: false });
    expect(Number(refused.retryAfter)).toBeGreaterThan(0);
    await world.sql(`update account.sessions set ip = '127.0.0.1'`);
    await signIn('ada', 'ada password 3');
  });

  test('pages of other sites do not have it done by a browser', async () => {
    const elsewhere = createPageClient(world.baseUrl, { origin: 'https://elsewhere.example' });
    const body = { username: 'ada', password: 'ada password 3' };
    expect(await elsewhere.post('/api/user/login', body)).toMatchObject({ status: 403 });
  });
});

test('who deletes themselves is gone, and root stays', async () => {
  const ada = await signIn('ada', 'ada password 3');
  expect(await ada.delete('/api/user/self', { password: 'ada password 3' })).toMatchObject({ success: true });
  expect(await ada.get('/api/user/self')).toMatchObject({ status: 401 });
  const { password } = rootCredentials;
  expect(await root.delete('/api/user/self', { password })).toMatchObject({ status: 403 });
  await waitFor(async () => (await root.get('/api/user/self')).status === 200, 'root is still there');
});
