import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { codeOf } from '../testing/code-of.ts';
import { smallDocument } from '../testing/documents.ts';
import { type ScriptedGithub, startScriptedGithub } from '../testing/scripted-github.ts';
import { createSignedIn, installDirectSignIn, removeDirectSignIn } from '../testing/sign-in-directly.ts';
import { createTestAccount, faultFrom, type TestAccount } from '../testing/test-account.ts';
import { createTestBrowser, type TestBrowser } from '../testing/test-browser.ts';

let account: TestAccount;
let github: ScriptedGithub;
let browser: TestBrowser;
beforeAll(installDirectSignIn);
afterAll(removeDirectSignIn);
beforeEach(async () => {
  github = await startScriptedGithub();
  account = await createTestAccount();
  await configure({ allow_registration: true });
  browser = createTestBrowser(account.context);
});
afterEach(async () => {
  await account.stop();
  github.stop();
});

const secret = 'github-client-secret';

const configure = (members: object, others: object[] = []) => {
  const provider = { kind: 'github', issuer: github.url, client_id: 'gate', client_secret: secret };
  const providers = [{ slug: 'github', ...provider, ...members }, ...others];
  return account.apply({ ...smallDocument(), sign_in: { providers } }, { prune: true });
};

const path = { provider: 'github' };

async function start(by: TestBrowser, query: Record<string, string> = {}, provider = 'github') {
  await by.ask('oauth.start', { path: { provider }, query });
  return new URL(by.location);
}

/** The way of who is signed in: a page asks for a state, and sends the browser on. */
async function bind(by: TestBrowser) {
  const state = z.string().parse(await by.ask('oauth.state'));
  await by.ask('oauth.enter', { path, query: { state } });
  return comeBack(by);
}

async function comeBack(by: TestBrowser, more: Record<string, string> = {}) {
  const state = new URL(by.location).searchParams.get('state') ?? '';
  return by.ask('oauth.enter', { path, query: { code: 'c-1', state, ...more } });
}

async function signIn(by = browser) {
  await start(by);
  return comeBack(by);
}

const users = () => account.context.knex('users').orderBy('id').pluck('username');
const idOf = (answer: unknown) => z.object({ id: z.number() }).parse(answer).id;

test('a browser is sent to the provider under PKCE, and who comes back is a user from then on', async () => {
  const url = await start(browser);
  expect(url.origin + url.pathname).toBe(`${github.url}/login/oauth/authorize`);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: 'gate',
    response_type: 'code',
    redirect_uri: 'https://gateway.example/api/oauth/github',
    scope: 'read:user user:email',
    state: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
  const made = await comeBack(browser);
  expect(made).toMatchObject({ username: 'octocat', display_name: 'The Octocat', role: 1, group: 'default' });
  expect(Object.fromEntries(github.tokenRequests[0] ?? [])).toMatchObject({
    code: 'c-1',
    client_secret: secret,
    code_verifier: expect.stringMatching(/^[\w-]{43,}$/),
    redirect_uri: 'https://gateway.example/api/oauth/github',
  });
  expect(await browser.ask('sessions.list')).toHaveLength(1);
  expect(await browser.ask('bindings.list')).toMatchObject([{ provider: 'github', username: 'octocat' }]);

  github.user.login = 'renamed';
  const other = createTestBrowser(account.context);
  expect(idOf(await signIn(other))).toBe(idOf(made));
  expect(await users()).toEqual(['root', 'ada', 'octocat']);
});

test('the purse of a new user is opened first, with nothing in it, and the change is announced', async () => {
  const before = account.announced.length;
  account.ledger.forget();
  account.ledger.before = async () => expect(await users()).not.toContain('octocat');
  const id = idOf(await signIn());
  expect(account.ledger.purses).toEqual([
    {
      purse: `user:${id}`,
      unlimited: false,
      source: 'registration',
      grantedUnits: 0n,
      softLimitPercent: undefined,
    },
  ]);
  expect(account.announced).toHaveLength(before + 1);
});

test.each([
  ['a name that somebody has', 'ada'],
  ['a name of a removed user', 'gone'],
  ['no name of ours', 'a name with spaces'],
])('%s is not given to a new user', async (_, login) => {
  const document = smallDocument();
  document.users.push({ username: 'gone', password: 'gone password', role: 'user' });
  await account.apply(document);
  await configure({ allow_registration: true });
  github.user.login = login;
  expect(await signIn()).toMatchObject({ username: expect.stringMatching(/^github_\d+$/) });
});

test('a name that is made is nobody else’s, in letters of any size', async () => {
  github.user.login = 'a name with spaces';
  const id = idOf(await signIn()) + 1;
  const root = await createSignedIn(account.context, 'root');
  const body = { username: `GitHub_${id + 1}`, password: 'a good password' };
  expect(idOf(await root.ask('users.create', { body }))).toBe(id);
  github.user.id += 1;
  expect(await signIn(createTestBrowser(account.context))).toMatchObject({
    username: `github_${id + 1}_`,
  });
});

test('nobody new is taken where the provider may bring none', async () => {
  await configure({});
  expect((await faultFrom(signIn())).message).toContain('bind it');
  expect(await users()).toEqual(['root', 'ada']);
});

test('whoever is signed in binds, and then signs in by it', async () => {
  const ada = await createSignedIn(account.context, 'ada');
  expect(await bind(ada)).toEqual({ action: 'bind' });
  expect(await signIn()).toMatchObject({ username: 'ada' });
  const root = await createSignedIn(account.context, 'root');
  expect((await faultFrom(bind(root))).message).toContain('bound already');
  await ada.ask('bindings.remove', { path });
  expect((await faultFrom(ada.ask('bindings.remove', { path }))).message).toContain('not bound');
  expect(await ada.ask('bindings.list')).toEqual([]);
});

test('no page that sends a signed-in browser here binds anything, or changes who is signed in', async () => {
  const ada = await createSignedIn(account.context, 'ada');
  const { session } = ada;
  expect(await faultFrom(start(ada))).toMatchObject({ reason: 'signed_in_already' });
  await ada.ask('oauth.start', { path, query: { return_to: '/console/' } });
  expect([ada.location, ada.flow, ada.session]).toEqual(['/console/', '', session]);
});

test('what was begun to bind binds nothing for somebody else', async () => {
  const ada = await createSignedIn(account.context, 'ada');
  const root = await createSignedIn(account.context, 'root');
  const state = z.string().parse(await ada.ask('oauth.state'));
  await ada.ask('oauth.enter', { path, query: { state } });
  ada.session = root.session;
  expect(await faultFrom(comeBack(ada))).toMatchObject({ status: 403 });
  expect(github.tokenRequests).toEqual([]);
});

test('whoever has a second factor proves it before binding', async () => {
  const ada = await createSignedIn(account.context, 'ada');
  const { secret: ofApp } = z.object({ secret: z.string() }).parse(await ada.ask('second-factors.setup'));
  await ada.ask('second-factors.enable', { body: { code: codeOf(ofApp) } });
  expect(await faultFrom(bind(ada))).toMatchObject({ status: 403, message: 'Confirm first that it is you.' });
  await ada.ask('sessions.verify', { body: { method: '2fa', code: codeOf(ofApp, 1) } });
  expect(await bind(ada)).toEqual({ action: 'bind' });
  expect(await signIn()).toEqual({ require_2fa: true });
});

test('the last way in is kept', async () => {
  await signIn();
  expect((await faultFrom(browser.ask('bindings.remove', { path }))).message).toContain('last way');
  expect(await browser.ask('bindings.list')).toHaveLength(1);
});

test('a disabled user is refused, and so is a removed one', async () => {
  await signIn();
  const { knex } = account.context;
  const other = createTestBrowser(account.context);
  await knex('users').where({ username: 'octocat' }).update({ enabled: false });
  expect(await faultFrom(signIn(other))).toMatchObject({ status: 403, reason: 'user_disabled' });
  await knex('users').where({ username: 'octocat' }).update({ removed: true });
  expect(await faultFrom(signIn(other))).toMatchObject({ status: 403, reason: 'user_removed' });
  expect(other.session).toBe('');
  expect(await users()).toEqual(['root', 'ada', 'octocat']);
});

test('whoever was removed does not come in again when the file has their name once more', async () => {
  await configure({});
  await bind(await createSignedIn(account.context, 'ada'));
  const { users: known, keys, ...others } = smallDocument();
  const without = { users: known.filter(({ username }) => username !== 'ada'), keys: keys.slice(1) };
  await account.apply({ ...others, ...without }, { prune: true });
  await configure({});
  expect(await faultFrom(signIn())).toMatchObject({ reason: 'binding_unknown' });
  expect(await bind(await createSignedIn(account.context, 'ada'))).toEqual({ action: 'bind' });
});

test('a state is good once, in the browser that it was given to, for ten minutes', async () => {
  await start(browser);
  const stranger = createTestBrowser(account.context);
  stranger.location = browser.location;
  expect(await faultFrom(comeBack(stranger))).toMatchObject({ status: 403 });
  const { flow, location } = browser;
  await comeBack(browser);
  Object.assign(browser, { session: '', flow, location });
  expect(await faultFrom(comeBack(browser))).toMatchObject({ status: 403 });
  await start(browser);
  expect(await faultFrom(comeBack(browser, { state: 'x' }))).toMatchObject({ status: 403 });
  await start(browser);
  await account.context.knex('sign_in_flows').update({ expires_at: new Date(0) });
  expect(await faultFrom(comeBack(browser))).toMatchObject({ status: 403 });
  expect(await faultFrom(browser.ask('oauth.enter', { path }))).toMatchObject({ status: 403 });
});

test('a state that was asked for is taken to the provider and back', async () => {
  const state = z.string().parse(await browser.ask('oauth.state'));
  expect(await faultFrom(browser.ask('oauth.enter', { path, query: { code: 'c', state } }))).toMatchObject({
    status: 403,
  });
  const again = z.string().parse(await browser.ask('oauth.state'));
  await browser.ask('oauth.enter', { path, query: { state: again } });
  expect(new URL(browser.location).searchParams.get('state')).toBe(again);
  expect(await comeBack(browser)).toMatchObject({ username: 'octocat' });
});

test('a code of one provider is not taken to another', async () => {
  const other = { slug: 'other', kind: 'github', issuer: github.url, client_id: 'b', client_secret: 'b' };
  await configure({ allow_registration: true }, [other]);
  await start(browser, {}, 'other');
  expect(await faultFrom(comeBack(browser))).toMatchObject({ status: 403 });
  expect(github.tokenRequests).toEqual([]);
});

test('what a provider says of a refusal is passed on; an unknown provider is 400', async () => {
  await start(browser);
  const state = new URL(browser.location).searchParams.get('state') ?? '';
  const query = { state, error: 'access_denied', error_description: 'You\nsaid no' };
  expect(await faultFrom(browser.ask('oauth.enter', { path, query }))).toMatchObject({
    status: 200,
    message: 'GitHub: You said no',
    reason: 'provider_refused',
  });
  const unknown = browser.ask('oauth.enter', { path: { provider: 'nobody' } });
  expect(await faultFrom(unknown)).toMatchObject({ status: 400, message: 'There is no such provider.' });
});

test('a browser that wants to be somewhere is sent there, refused or not', async () => {
  await start(browser, { return_to: '/console/keys?p=2#new' });
  await comeBack(browser);
  expect(browser.location).toBe('/console/keys?p=2#new');
  await account.context.knex('users').where({ username: 'octocat' }).update({ enabled: false });
  browser.session = '';
  await start(browser, { return_to: '/console/' });
  await comeBack(browser);
  expect(browser.location).toBe('/console/?sign_in_error=user_disabled&sign_in_provider=github');
});

test('so is one that cannot be sent to a provider, which is away', async () => {
  await configure({}, [
    {
      slug: 'away',
      kind: 'oidc',
      name: 'Away',
      issuer: 'http://127.0.0.1:1',
      client_id: 'a',
      client_secret: 'a',
    },
  ]);
  const told = 'sign_in_error=provider_did_not_confirm&sign_in_provider=away';
  const away = { provider: 'away' };
  const before = '/console/sign-in?back=1&sign_in_error=user_disabled&require_2fa=true';
  await browser.ask('oauth.start', { path: away, query: { return_to: before } });
  expect(browser.location).toBe(`/console/sign-in?back=1&${told}`);
  const state = z.string().parse(await browser.ask('oauth.state', { query: { return_to: '/console/keys' } }));
  await browser.ask('oauth.enter', { path: away, query: { state } });
  expect(browser.location).toContain(`/console/keys?${told}`);
  const gone = { provider: 'gone' };
  await browser.ask('oauth.start', { path: gone, query: { return_to: '/console/' } });
  expect(browser.location).toBe('/console/?sign_in_error=invalid_request&sign_in_provider=gone');
});

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  '/a/..//evil.example',
  '/api/user/logout',
  'x',
])('nobody is sent to "%s"', async (text) => {
  expect(await faultFrom(start(browser, { return_to: text }))).toMatchObject({ param: 'return_to' });
});

describe('an address that the provider has verified', () => {
  const email = 'octo@example.com';
  const giveAda = (address: string | null) =>
    account.context.knex('users').where({ username: 'ada' }).update({ email: address });
  const say = (verified: boolean) => {
    github.emails = [{ email: 'Octo@example.com', primary: true, verified }];
  };

  test('links to the user who has shown it to be theirs, from then on', async () => {
    await configure({ link_verified_email: true });
    await giveAda(email);
    say(true);
    expect(await signIn()).toMatchObject({ username: 'ada' });
    await giveAda(null);
    expect(await signIn(createTestBrowser(account.context))).toMatchObject({ username: 'ada' });
  });

  test.each([
    ['the provider has not verified it', true, email, false],
    ['the user has another', true, 'other@example.com', true],
    ['the user has none', true, null, true],
    ['the provider is not believed', false, email, true],
  ])('links to nobody where %s', async (_why, isBelieved, address, verified) => {
    await configure({ link_verified_email: isBelieved });
    await giveAda(address);
    say(verified);
    expect((await faultFrom(signIn())).message).toContain('bind it');
    expect(await account.context.knex('sign_in_bindings')).toEqual([]);
  });

  test('links to nobody by a letter that is small as one of theirs', async () => {
    await configure({ link_verified_email: true });
    await giveAda('kim@example.com');
    github.emails = [{ email: '\u212Aim@example.com', primary: true, verified: true }];
    expect((await faultFrom(signIn())).message).toContain('bind it');
  });

  test('links to nobody by what another provider said of them, nor to who was removed', async () => {
    const second = { slug: 'second', kind: 'github', issuer: `${github.url}/second`, client_id: 'b' };
    const secondProvider = { ...second, client_secret: 'b', link_verified_email: true };
    await configure({ allow_registration: true, link_verified_email: true }, [secondProvider]);
    say(true);
    await signIn();
    github.user = { id: 77, login: 'elsewhere', name: null };
    const by = createTestBrowser(account.context);
    const enterSecond = async () => {
      const state = (await start(by, {}, 'second')).searchParams.get('state') ?? '';
      return by.ask('oauth.enter', { path: { provider: 'second' }, query: { code: 'c', state } });
    };
    expect((await faultFrom(enterSecond())).message).toContain('bind it');
    await giveAda(email);
    await account.context.knex('users').where({ username: 'ada' }).update({ removed: true });
    expect((await faultFrom(enterSecond())).message).toContain('bind it');
  });
});

test('the secret lies sealed in the database, and no change of it is shown', async () => {
  const [row] = await account.context.knex('sign_in_providers').select();
  const { sealed_secret: sealed, ...open } = row;
  expect(Object.values(open).join()).not.toContain(secret);
  expect(sealed.includes(secret)).toBe(false);
  const { changes } = await configure({ allow_registration: true, client_secret: 'another secret' });
  expect(changes).toEqual(['sign-in provider github: client_secret changed']);
});

test.each([
  [{ slug: 'state' }, 'sign_in.providers[0].slug: is taken by a route'],
  [{ kind: 'oidc', issuer: undefined }, 'sign_in.providers[0].issuer: is needed'],
  [{ issuer: 'http://issuer.example' }, 'sign_in.providers[0].issuer: must be an https URL'],
  [{ client_secret: '' }, 'sign_in.providers[0].client_secret: must not be empty'],
])('a configuration with %j is refused', async (members, words) => {
  const refusal = await faultFrom(configure(members));
  expect(refusal.message).toContain(words);
});

test('a slug is one provider', async () => {
  const twice = { slug: 'github', kind: 'google', client_id: 'a', client_secret: 'b' };
  expect((await faultFrom(configure({}, [twice]))).message).toContain(
    'sign_in.providers[1].slug: is the same as sign_in.providers[0].slug',
  );
});

test('a file that prunes takes providers out of use, and whoever was bound is known when one comes back', async () => {
  const id = idOf(await signIn());
  await account.apply(smallDocument(), { prune: true });
  expect(await faultFrom(start(browser))).toMatchObject({ status: 400 });
  await configure({});
  expect(idOf(await signIn(createTestBrowser(account.context)))).toBe(id);
});
