import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { hashToken } from '../sessions/token.ts';
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
  const known = { slug: 'github', kind: 'github', issuer: github.url, client_id: 'gate', client_secret: 's' };
  const providers = [{ ...known, allow_registration: true }];
  await account.apply({ ...smallDocument(), sign_in: { providers } });
  browser = createTestBrowser(account.context);
});
afterEach(async () => {
  await account.stop();
  github.stop();
});

const path = { provider: 'github' };

async function comeBack(by: TestBrowser) {
  const state = new URL(by.location).searchParams.get('state') ?? '';
  return by.ask('oauth.enter', { path, query: { code: 'c-1', state } });
}

async function signIn(by = browser) {
  await by.ask('oauth.start', { path });
  return comeBack(by);
}

/** The way of who is signed in: a page asks for a state, and sends the browser on. */
async function goWith(by: TestBrowser, query: Record<string, string> = {}) {
  const state = z.string().parse(await by.ask('oauth.state', { query }));
  await by.ask('oauth.enter', { path, query: { state } });
}

describe('who has nothing but a provider', () => {
  const confirmBy = async (by: TestBrowser) => {
    await goWith(by, { purpose: 'confirm' });
    return comeBack(by);
  };
  const hasConfirmed = async ({ session }: TestBrowser) => {
    const sessions = account.context.knex('sessions').where({ token_hash: hashToken(session) });
    const row = await sessions.first('verified_until');
    return row?.verified_until > new Date();
  };

  test('confirms that it is they by signing in there once more, under a new session', async () => {
    await signIn();
    const { session } = browser;
    expect(await hasConfirmed(browser)).toBe(false);
    expect(await confirmBy(browser)).toEqual({ action: 'confirm' });
    expect(browser.session).not.toBe(session);
    expect(await hasConfirmed(browser)).toBe(true);
    expect(await browser.ask('sessions.list')).toHaveLength(1);
  });

  test('does not by the account of another there', async () => {
    await signIn();
    github.user = { id: 77, login: 'elsewhere', name: null };
    expect((await faultFrom(confirmBy(browser))).message).toContain('somebody else');
    expect(await hasConfirmed(browser)).toBe(false);
    expect(await account.context.knex('users').where({ username: 'elsewhere' })).toEqual([]);
  });

  test('does not for a session that did not ask, though it is theirs', async () => {
    await signIn();
    const thief = createTestBrowser(account.context);
    await signIn(thief);
    await goWith(browser, { purpose: 'confirm' });
    Object.assign(thief, { flow: browser.flow, location: browser.location });
    github.tokenRequests.length = 0;
    expect(await faultFrom(comeBack(thief))).toMatchObject({ status: 403 });
    expect(github.tokenRequests).toEqual([]);
    expect(await hasConfirmed(thief)).toBe(false);
  });

  test('gets no password and no address, and is not deleted, by an open browser', async () => {
    await signIn();
    const { knex } = account.context;
    const acts = {
      'users.change-self': { password: 'of a stranger' },
      'emails.bind': { email: 'stranger@example.com', code: '123456' },
      'users.delete-self': {},
    };
    for (const [operation, body] of Object.entries(acts))
      expect(await faultFrom(browser.ask(operation, { body }))).toMatchObject({
        status: 403,
        message: 'Confirm first that it is you.',
      });
    expect(await knex('users').orderBy('id', 'desc').first()).toMatchObject({
      password_hash: null,
      email: null,
      removed: false,
    });
    await confirmBy(browser);
    await browser.ask('users.change-self', { body: { password: 'a password of mine' } });
    expect(await browser.ask('users.self')).toMatchObject({ has_password: true });
  });

  test('binding confirms nobody', async () => {
    await signIn();
    await goWith(browser);
    expect(await comeBack(browser)).toEqual({ action: 'bind' });
    expect(await hasConfirmed(browser)).toBe(false);
  });
});

test('who has a password, a code or a passkey confirms by that, and nobody who has not signed in', async () => {
  const ask = (by: TestBrowser) => faultFrom(by.ask('oauth.state', { query: { purpose: 'confirm' } }));
  expect((await ask(browser)).status).toBe(401);
  const ada = await createSignedIn(account.context, 'ada');
  await goWith(ada);
  await comeBack(ada);
  expect(await ask(ada)).toMatchObject({ status: 200, param: 'purpose' });
  github.user = { id: 77, login: 'elsewhere', name: null };
  await signIn();
  await goWith(browser, { purpose: 'confirm' });
  await account.context.knex('users').where({ username: 'elsewhere' }).update({ password_hash: 'x' });
  expect(await faultFrom(comeBack(browser))).toMatchObject({ status: 200, param: 'purpose' });
});
