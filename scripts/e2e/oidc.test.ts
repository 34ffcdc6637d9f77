/** Signing in by a real OpenID provider, through every service, with a client that keeps cookies and goes where it is sent. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configuration, rootPassword } from './testing/configuration.ts';
import { consent } from './testing/consent.ts';
import { type CookieClient, createCookieClient, readJson } from './testing/cookie-client.ts';
import { type OidcIssuer, startOidcIssuer } from './testing/oidc-issuer.ts';
import { startWorld, type World } from './testing/world.ts';

let world: World;
let issuer: OidcIssuer;
let other: OidcIssuer;
beforeAll(async () => {
  world = await startWorld(configuration);
  issuer = await startOidcIssuer([`${world.baseUrl}/api/oauth/oidc`]);
  other = await startOidcIssuer([`${world.baseUrl}/api/oauth/other`]);
  await world.apply(`${configuration}
sign_in:
  providers:
    - { slug: oidc, kind: oidc, issuer: "${issuer.url}", client_id: ${issuer.clientId}, client_secret: "${issuer.clientSecret}", allow_registration: true }
    - { slug: other, kind: oidc, issuer: "${other.url}", client_id: ${other.clientId}, client_secret: "${other.clientSecret}" }
`);
}, 120_000);
afterAll(async () => {
  issuer.stop();
  other.stop();
  await world.stop();
});

const at = (path: string) => world.baseUrl + path;
const self = (client: CookieClient) => client.json(at('/api/user/self'));

/** Where the gateway sends a browser that begins. */
async function start(client: CookieClient, query = '', slug = 'oidc'): Promise<URL> {
  const response = await client.ask(at(`/api/oauth/${slug}/start${query}`));
  expect(response.status).toBe(302);
  return new URL(response.headers.get('location') ?? '');
}

async function signIn(client: CookieClient, name: string) {
  const back = await consent(client, await start(client), name);
  const response = await client.ask(back);
  return { back, status: response.status, body: await readJson(response) };
}

/** The way of who is signed in: a page asks for a state, and sends the browser on. */
async function bind(client: CookieClient, name: string, by = client) {
  const { data: state } = await client.json(at('/api/oauth/state'));
  const sent = await client.ask(at(`/api/oauth/oidc?state=${state}`));
  return client.json(await consent(by, sent.headers.get('location') ?? '', name));
}

async function signInAsRoot(): Promise<CookieClient> {
  const client = createCookieClient();
  const json = { username: 'root', password: rootPassword };
  expect(await (await client.ask(at('/api/user/login'), { json })).json()).toMatchObject({ success: true });
  return client;
}

test('a sign-in makes a user, and the next is the same user', async () => {
  const client = createCookieClient();
  const { status, body } = await signIn(client, 'grace');
  expect([status, body]).toEqual([
    200,
    {
      success: true,
      message: '',
      data: {
        id: expect.any(Number),
        username: 'grace',
        display_name: 'grace of the issuer',
        role: 1,
        status: 1,
        group: 'default',
      },
    },
  ]);
  expect(await self(client)).toMatchObject(body);
  const again = await signIn(createCookieClient(), 'grace');
  expect(again.body).toEqual(body);
  const hopper = await signIn(createCookieClient(), 'hopper');
  expect(hopper.body.data).toMatchObject({ username: 'hopper' });
  expect(hopper.body.data).not.toEqual(body.data);
});

test('a purse of the new user is there, with nothing in it', async () => {
  await signIn(createCookieClient(), 'poor');
  const purses = await world.sql(
    `select purse.granted, purse.unlimited from ledger.purse, account.users where purse.id = 'user:' || users.id and username = 'poor'`,
  );
  expect(purses).toEqual([{ granted: 0n, unlimited: false }]);
});

test('a state that was asked for leads to the provider and back, and to a page of the gateway', async () => {
  const client = createCookieClient();
  const state = String((await client.json(at('/api/oauth/state'))).data);
  expect(state).toMatch(/^[\w-]{43}$/);
  const sent = await client.ask(at(`/api/oauth/oidc?state=${state}`));
  const back = await consent(client, sent.headers.get('location') ?? '', 'grace');
  expect(back.searchParams.get('state')).toBe(state);
  expect(await (await client.ask(back)).json()).toMatchObject({ data: { username: 'grace' } });

  const page = createCookieClient();
  const home = await consent(page, await start(page, '?return_to=/healthz?from=oidc'), 'grace');
  const { url, response } = await page.follow(home);
  expect([url.href, response.status]).toEqual([at('/healthz?from=oidc'), 200]);
  expect(await self(page)).toMatchObject({ data: { username: 'grace' } });
});

test('a state is used once, and by the browser that it was given to', async () => {
  const client = createCookieClient();
  const { back } = await signIn(client, 'grace');
  const session = client.cookie(world.baseUrl, 'session');
  const again = await client.ask(back);
  expect([again.status, await again.json()]).toMatchObject([403, { reason: 'sign_in_not_begun' }]);
  expect(client.cookie(world.baseUrl, 'session')).toBe(session);

  const attacker = createCookieClient();
  const theirs = await consent(attacker, await start(attacker), 'mallory');
  const victim = createCookieClient();
  await start(victim);
  expect((await victim.ask(theirs)).status).toBe(403);
  expect((await createCookieClient().ask(theirs)).status).toBe(403);
  expect((await client.ask(at('/api/oauth/oidc?code=x'))).status).toBe(403);
  expect(victim.cookie(world.baseUrl, 'session')).toBeUndefined();
});

test('a token with the nonce of another sign-in is refused', async () => {
  const client = createCookieClient();
  const url = await start(client);
  url.searchParams.set('nonce', 'of-another-sign-in');
  await expectRefusal(client, await consent(client, url, 'grace'));
});

test('a code that was asked for with the challenge of another sign-in is refused', async () => {
  const client = createCookieClient();
  const url = await start(client);
  url.searchParams.set('code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
  await expectRefusal(client, await consent(client, url, 'grace'));
});

test('an answer in the name of another issuer is refused, and one at the place of another', async () => {
  const client = createCookieClient();
  const back = await consent(client, await start(client), 'grace');
  expect(back.searchParams.get('iss')).toBe(issuer.url);
  back.searchParams.set('iss', other.url);
  await expectRefusal(client, back);

  const confused = await consent(client, await start(client), 'grace');
  confused.pathname = '/api/oauth/other';
  expect((await client.ask(confused)).status).toBe(403);
});

async function expectRefusal(client: CookieClient, back: URL): Promise<void> {
  const response = await client.ask(back);
  expect([response.status, await response.json()]).toEqual([
    200,
    {
      success: false,
      message: 'OpenID Connect did not confirm who you are. Try again.',
      reason: 'provider_did_not_confirm',
      values: { provider: 'OpenID Connect' },
    },
  ]);
  expect(client.cookie(world.baseUrl, 'session')).toBeUndefined();
}

test('whoever declines is told so, and an unknown provider is 400', async () => {
  const client = createCookieClient();
  const state = (await start(client)).searchParams.get('state');
  const query = `state=${state}&error=access_denied&error_description=No&iss=${encodeURIComponent(issuer.url)}`;
  const declined = await client.ask(at(`/api/oauth/oidc?${query}`));
  expect([declined.status, await declined.json()]).toMatchObject([
    200,
    { success: false, message: 'OpenID Connect: No', reason: 'provider_refused' },
  ]);
  const unknown = await client.ask(at('/api/oauth/nobody'));
  expect([unknown.status, await unknown.json()]).toMatchObject([400, { success: false }]);
});

test('whoever is signed in binds, and signs in by it from then on; nobody else can have it', async () => {
  const root = await signInAsRoot();
  expect(await bind(root, 'boss')).toMatchObject({ success: true, data: { action: 'bind' } });
  const entered = createCookieClient();
  expect((await signIn(entered, 'boss')).body).toMatchObject({ data: { username: 'root', role: 100 } });
  const grace = createCookieClient();
  await signIn(grace, 'grace');
  const refusal = { success: false, message: expect.stringContaining('bound already') };
  expect(await bind(grace, 'boss', createCookieClient())).toMatchObject(refusal);
  const bindings = await root.json(at('/api/user/oauth/bindings'));
  expect(bindings.data).toMatchObject([{ provider: 'oidc', username: 'boss' }]);
  const gone = await root.ask(at('/api/user/oauth/bindings/oidc'), { method: 'DELETE' });
  expect(await gone.json()).toMatchObject({ success: true });
  const kept = await grace.ask(at('/api/user/oauth/bindings/oidc'), { method: 'DELETE' });
  expect(await kept.json()).toMatchObject({ success: false });
});

test('a provider that may bring nobody new brings nobody', async () => {
  const client = createCookieClient();
  const back = await consent(client, await start(client, '', 'other'), 'stranger');
  expect(await (await client.ask(back)).json()).toMatchObject({ success: false });
  expect(await world.sql(`select id from account.users where username = 'stranger'`)).toEqual([]);
});

test('a disabled user is refused', async () => {
  await signIn(createCookieClient(), 'idle');
  await world.sql(`update account.users set enabled = false where username = 'idle'`);
  const client = createCookieClient();
  expect(await signIn(client, 'idle')).toMatchObject({ status: 403, body: { success: false } });
  expect(client.cookie(world.baseUrl, 'session')).toBeUndefined();
});
