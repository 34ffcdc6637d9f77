/** Codes of an authenticator app, backup codes and step-up, through every service. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configuration, rootPassword } from './testing/configuration.ts';
import { consent } from './testing/consent.ts';
import { type CookieClient, createCookieClient } from './testing/cookie-client.ts';
import { type OidcIssuer, startOidcIssuer } from './testing/oidc-issuer.ts';
import { totp } from './testing/totp.ts';
import { startWorld, type World } from './testing/world.ts';

let world: World;
let issuer: OidcIssuer;
beforeAll(async () => {
  world = await startWorld(configuration, { env: { ingress: { HEADGATE_LOGIN_LIMIT: '100' } } });
  issuer = await startOidcIssuer([`${world.baseUrl}/api/oauth/oidc`]);
  await world.apply(`${configuration}
sign_in:
  providers:
    - { slug: oidc, kind: oidc, issuer: "${issuer.url}", client_id: ${issuer.clientId}, client_secret: "${issuer.clientSecret}", allow_registration: true }
`);
}, 120_000);
afterAll(async () => {
  issuer.stop();
  await world.stop();
});

const at = (path: string) => world.baseUrl + path;
const post = (client: CookieClient, path: string, json: object = {}) =>
  client.json(at(path), { method: 'POST', json });
const wrong = {
  success: false,
  message: 'This code is wrong, or was used before.',
  reason: 'factor_code_wrong',
  values: {},
};

/** Signs in at the issuer, and gives what the gateway says then. */
async function enter(client: CookieClient, name: string) {
  const sent = await client.ask(at('/api/oauth/oidc/start'));
  return client.json(await consent(client, sent.headers.get('location') ?? '', name));
}

/** A user of this name with two-factor sign-in, and the browser in which they turned it on. */
async function createGuarded(name: string) {
  const client = createCookieClient();
  await enter(client, name);
  const { data } = await post(client, '/api/user/2fa/setup');
  const { secret, codes } = readSetup(data);
  expect(await post(client, '/api/user/2fa/enable', { code: totp(secret) })).toEqual({
    success: true,
    message: '',
  });
  return { client, secret, codes };
}

function readSetup(data: unknown): { secret: string; codes: string[] } {
  if (typeof data !== 'object' || data === null || !('secret' in data && 'backup_codes' in data))
    throw new Error('nothing was set up');
  const { secret, backup_codes: codes } = data;
  if (!Array.isArray(codes)) throw new Error('there are no backup codes');
  return { secret: String(secret), codes: codes.map(String) };
}

test('a code is asked for before anybody is signed in, and none is taken twice', async () => {
  const { secret } = await createGuarded('lin');
  const client = createCookieClient();
  expect(await enter(client, 'lin')).toEqual({ success: true, message: '', data: { require_2fa: true } });
  expect(client.cookie(world.baseUrl, 'session')).toBeUndefined();
  expect((await client.ask(at('/api/user/self'))).status).toBe(401);
  expect(await post(client, '/api/user/login/2fa', { code: '000000' })).toEqual(wrong);
  const code = totp(secret, 1);
  expect(await post(client, '/api/user/login/2fa', { code })).toMatchObject({ data: { username: 'lin' } });
  expect(await client.json(at('/api/user/self'))).toMatchObject({ data: { username: 'lin' } });

  const thief = createCookieClient();
  await enter(thief, 'lin');
  expect(await post(thief, '/api/user/login/2fa', { code })).toEqual(wrong);
  expect((await thief.ask(at('/api/user/self'))).status).toBe(401);
});

test('a right password is not enough where there is a second factor', async () => {
  const { client, secret } = await createGuarded('pam');
  await world.sql(
    `update account.users set password_hash = (select password_hash from account.users where username = 'root')
     where username = 'pam'`,
  );
  const other = createCookieClient();
  const credentials = { username: 'pam', password: rootPassword };
  expect(await post(other, '/api/user/login', credentials)).toEqual({
    success: true,
    message: '',
    data: { require_2fa: true },
  });
  expect((await other.ask(at('/api/user/self'))).status).toBe(401);
  expect(await post(other, '/api/user/login/2fa', { code: totp(secret, 1) })).toMatchObject({
    data: { username: 'pam' },
  });
  expect(await client.json(at('/api/user/self'))).toMatchObject({ data: { username: 'pam' } });
});

test('a browser that wants to be somewhere is told there that a code is needed', async () => {
  await createGuarded('tove');
  const client = createCookieClient();
  const sent = await client.ask(at('/api/oauth/oidc/start?return_to=/healthz'));
  const back = await consent(client, sent.headers.get('location') ?? '', 'tove');
  const { url } = await client.follow(back);
  expect(url.href).toBe(at('/healthz?require_2fa=true'));
});

test('a backup code is taken once', async () => {
  const { client: own, codes } = await createGuarded('mira');
  const client = createCookieClient();
  await enter(client, 'mira');
  const code = codes[3] ?? '';
  expect(await post(client, '/api/user/login/2fa', { code })).toMatchObject({ success: true });
  expect(await own.json(at('/api/user/2fa/status'))).toMatchObject({
    data: { enabled: true, locked: false, backup_codes_remaining: 9 },
  });
  const another = createCookieClient();
  await enter(another, 'mira');
  expect(await post(another, '/api/user/login/2fa', { code })).toEqual(wrong);
});

test('after five wrong codes the right one is refused, wherever it comes from, and an administrator helps', async () => {
  const { secret } = await createGuarded('odd');
  const client = createCookieClient();
  await enter(client, 'odd');
  for (let tries = 0; tries < 5; tries += 1)
    expect(await post(client, '/api/user/login/2fa', { code: '000000' })).toEqual(wrong);
  const other = createCookieClient();
  await enter(other, 'odd');
  expect(await post(other, '/api/user/login/2fa', { code: totp(secret, 1) })).toMatchObject({
    success: false,
    message: expect.stringContaining('five minutes'),
  });

  const root = createCookieClient();
  await post(root, '/api/user/login', { username: 'root', password: rootPassword });
  const [row] = await world.sql(`select id from account.users where username = 'odd'`);
  expect(await root.json(at(`/api/user/${row?.id}/2fa`), { method: 'DELETE' })).toMatchObject({
    success: true,
  });
  expect(await enter(createCookieClient(), 'odd')).toMatchObject({ data: { username: 'odd' } });
});

test('a fresh proof gives the browser another session, and ends the old one', async () => {
  const { client, secret } = await createGuarded('sol');
  const before = client.cookie(world.baseUrl, 'session');
  const proof = { method: '2fa', code: totp(secret, 1) };
  expect(await post(client, '/api/verify', proof)).toEqual({ success: true, message: '' });
  const after = client.cookie(world.baseUrl, 'session');
  expect(after).not.toBe(before);
  const old = await fetch(at('/api/user/self'), { headers: { cookie: `session=${before}` } });
  expect(old.status).toBe(401);
  expect(await client.json(at('/api/user/self'))).toMatchObject({ data: { username: 'sol' } });
});
