import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { codeOf } from '../testing/code-of.ts';
import { smallDocument } from '../testing/documents.ts';
import { endMeanwhile } from '../testing/end-meanwhile.ts';
import { createSignedIn, installDirectSignIn, removeDirectSignIn } from '../testing/sign-in-directly.ts';
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from '../testing/software-authenticator.ts';
import { createTestAccount, faultFrom, type TestAccount } from '../testing/test-account.ts';
import { createTestBrowser, type TestBrowser } from '../testing/test-browser.ts';

const site = { rpId: 'gateway.example', origin: 'https://gateway.example' };
const refused = 'This passkey was not accepted.';
let account: TestAccount;
let ada: TestBrowser;
let authenticator: SoftwareAuthenticator;
beforeAll(installDirectSignIn);
afterAll(removeDirectSignIn);
beforeEach(async () => {
  account = await createTestAccount();
  await account.apply(smallDocument());
  ada = await createSignedIn(account.context, 'ada');
  authenticator = createSoftwareAuthenticator();
});
afterEach(() => account.stop());

const creation = z.looseObject({ challenge: z.string(), user: z.looseObject({ id: z.string() }) });
const request = z.looseObject({ challenge: z.string() });

async function register(browser: TestBrowser, name = 'phone') {
  const { challenge, user } = creation.parse(await browser.ask('passkeys.begin-registration'));
  const credential = authenticator.create({ ...site, challenge, userHandle: user.id });
  return browser.ask('passkeys.finish-registration', { body: { name, credential } });
}

async function signIn(browser: TestBrowser, change: object = {}) {
  const { challenge } = request.parse(await browser.ask('passkeys.begin-sign-in'));
  const credential = authenticator.get({ ...site, challenge, ...change });
  return browser.ask('passkeys.finish-sign-in', { body: { credential } });
}

async function verify(browser: TestBrowser) {
  const { challenge } = request.parse(await browser.ask('passkeys.begin-verification'));
  authenticator.counter += 1;
  const credential = authenticator.get({ ...site, challenge });
  await browser.ask('passkeys.finish-verification', { body: { credential } });
}

const newBrowser = () => createTestBrowser(account.context);

test('a passkey that was registered signs its owner in, who need not say who they are', async () => {
  expect(await register(ada)).toEqual({ id: 1, name: 'phone' });
  expect(await ada.ask('passkeys.list')).toEqual([
    { id: 1, name: 'phone', created_at: expect.any(Number), last_used_at: null, is_backed_up: false },
  ]);
  const other = newBrowser();
  expect(await signIn(other)).toMatchObject({ username: 'ada' });
  expect(await other.ask('sessions.list')).toHaveLength(2);
  expect(await ada.ask('passkeys.list')).toMatchObject([{ last_used_at: expect.any(Number) }]);
});

test('none is kept for a session that a new password ends meanwhile', async () => {
  const { knex } = account.context;
  const { challenge, user } = creation.parse(await ada.ask('passkeys.begin-registration'));
  const credential = authenticator.create({ ...site, challenge, userHandle: user.id });
  const refused = await endMeanwhile(account.context, () =>
    ada.ask('passkeys.finish-registration', { body: { credential } }),
  );
  expect(refused).toMatchObject({ status: 403 });
  expect(await knex('passkeys')).toEqual([]);
});

test('there are twenty at most, also where more were begun before', async () => {
  const { knex } = account.context;
  const begun = await Promise.all([1, 2].map(() => createSignedIn(account.context, 'ada')));
  const made = [];
  for (const browser of begun) {
    const { challenge, user } = creation.parse(await browser.ask('passkeys.begin-registration'));
    const credential = createSoftwareAuthenticator().create({ ...site, challenge, userHandle: user.id });
    made.push(() => browser.ask('passkeys.finish-registration', { body: { credential } }));
  }
  await knex.raw(
    `insert into passkeys (user_id, credential_id, public_key, counter, transports, name, is_backed_up)
     select 2, 'known-' || number, '', 0, '{}', 'known', false from generate_series(1, 19) as number`,
  );
  const outcomes = await Promise.allSettled(made.map((finish) => finish()));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { fault: { reason: 'passkeys_too_many' } },
  });
  expect(await knex('passkeys')).toHaveLength(20);
});

test('one that saw its owner is both factors, one that did not is one', async () => {
  await register(ada);
  await verify(ada);
  const { secret } = z.object({ secret: z.string() }).parse(await ada.ask('second-factors.setup'));
  await ada.ask('second-factors.enable', { body: { code: codeOf(secret) } });
  authenticator.counter += 1;
  expect(await signIn(newBrowser())).toMatchObject({ username: 'ada' });
  authenticator.counter += 1;
  authenticator.isUserVerified = false;
  expect(await signIn(newBrowser())).toEqual({ require_2fa: true });
});

test.each([
  ['another challenge', { challenge: 'AAAA' }],
  ['another site', { origin: 'https://elsewhere.example' }],
  ['another relying party', { rpId: 'elsewhere.example' }],
])('an answer to %s is refused', async (_, change) => {
  await register(ada);
  const other = newBrowser();
  expect((await faultFrom(signIn(other, change))).message).toBe(refused);
  expect(other.session).toBe('');
});

test('an unknown passkey is refused, and a copy whose counter went back', async () => {
  expect((await faultFrom(signIn(newBrowser()))).message).toBe(refused);
  await register(ada);
  authenticator.counter = 5;
  await signIn(newBrowser());
  expect((await faultFrom(signIn(newBrowser()))).message).toBe(refused);
});

test('a challenge is answered once, and within five minutes', async () => {
  await register(ada);
  const other = newBrowser();
  const { challenge } = request.parse(await other.ask('passkeys.begin-sign-in'));
  const { flow } = other;
  const finish = () => {
    other.flow = flow;
    authenticator.counter += 1;
    const credential = authenticator.get({ ...site, challenge });
    return other.ask('passkeys.finish-sign-in', { body: { credential } });
  };
  await finish();
  expect((await faultFrom(finish())).message).toContain('took too long');
  await other.ask('passkeys.begin-sign-in');
  await account.context.knex('sign_in_flows').update({ expires_at: new Date(0) });
  expect(
    (
      await faultFrom(
        other.ask('passkeys.finish-sign-in', {
          body: { credential: authenticator.get({ ...site, challenge }) },
        }),
      )
    ).message,
  ).toContain('took too long');
});

test('a session that is older than ten minutes makes itself no way in', async () => {
  const { knex } = account.context;
  const confirmFirst = { status: 403, message: 'Confirm first that it is you.' };
  await knex('sessions').update({ created_at: knex.raw(`now() - interval '11 minutes'`) });
  for (const operation of ['passkeys.begin-registration', 'second-factors.setup', 'oauth.state'])
    expect(await faultFrom(ada.ask(operation))).toMatchObject(confirmFirst);
  await ada.ask('sessions.verify', { body: { method: 'password', password: 'ada password' } });
  expect(await register(ada)).toEqual({ id: 1, name: 'phone' });
});

test('whoever has a passkey proves it before another is added, or one is forgotten', async () => {
  await register(ada);
  const remove = () => ada.ask('passkeys.remove', { path: { id: '1' } });
  expect(await faultFrom(remove())).toMatchObject({ status: 403, message: 'Confirm first that it is you.' });
  expect(await faultFrom(ada.ask('passkeys.begin-registration'))).toMatchObject({ status: 403 });
  const before = ada.session;
  await verify(ada);
  expect(ada.session).not.toBe(before);
  authenticator = createSoftwareAuthenticator();
  expect(await register(ada, 'key')).toMatchObject({ name: 'key' });
  await remove();
  expect(await ada.ask('passkeys.list')).toMatchObject([{ name: 'key' }]);
});

test("a fresh proof is not given by another's passkey", async () => {
  const root = await createSignedIn(account.context, 'root');
  await register(root);
  const rootsOwn = authenticator;
  authenticator = createSoftwareAuthenticator();
  await register(ada);
  const { challenge } = request.parse(await ada.ask('passkeys.begin-verification'));
  const credential = rootsOwn.get({ ...site, challenge });
  const body = { method: 'passkey', credential };
  expect((await faultFrom(ada.ask('sessions.verify', { body }))).message).toBe(refused);
});

test('the last way in is kept', async () => {
  await register(ada);
  await verify(ada);
  await account.context.knex('users').where({ username: 'ada' }).update({ password_hash: null });
  expect((await faultFrom(ada.ask('passkeys.remove-all'))).message).toContain('last way');
  expect(await ada.ask('passkeys.list')).toHaveLength(1);
});

test('an administrator forgets the passkeys of a user who lost them, not those of their equals', async () => {
  await register(ada);
  const root = await createSignedIn(account.context, 'root');
  expect(await faultFrom(ada.ask('passkeys.reset', { path: { id: '1' } }))).toMatchObject({ status: 403 });
  await root.ask('passkeys.reset', { path: { id: '2' } });
  expect(await ada.ask('passkeys.list')).toEqual([]);
});

test('a user who was removed and comes back has none of the passkeys that they had', async () => {
  await register(ada);
  const { users, keys, ...rest } = smallDocument();
  const without = { ...rest, users: users.slice(0, 1), keys: keys.slice(1) };
  await account.apply(without, { prune: true });
  await account.apply(smallDocument());
  expect((await faultFrom(signIn(newBrowser()))).message).toBe(refused);
  expect(await account.context.knex('passkeys')).toEqual([]);
});

test.each(['http://gateway.example', 'https://192.0.2.1', 'http://127.0.0.1:8080', 'https://[::1]'])(
  'at %s there are no passkeys',
  async (baseUrl) => {
    ada.baseUrl = baseUrl;
    expect((await faultFrom(ada.ask('passkeys.begin-registration'))).message).toContain('https');
  },
);
