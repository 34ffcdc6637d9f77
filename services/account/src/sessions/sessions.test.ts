import { Role } from '@headgate/proto/gen/headgate/account/v1/account';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { smallDocument } from '../testing/documents.ts';
import { ask, enter as enterAs } from '../testing/people.ts';
import { createTestAccount, faultFrom, type TestAccount } from '../testing/test-account.ts';
import { createPasswords } from '../users/passwords.ts';
import { getSession } from './rpc.ts';

let account: TestAccount;
beforeEach(async () => {
  account = await createTestAccount();
  await account.apply(smallDocument());
});
afterEach(() => account.stop());

const enter = (username = 'ada', password = 'ada password') => enterAs(account, username, password);
const session = (token: string) => getSession(account.context, { token, accessToken: '' });
const rows = () => account.context.knex('sessions').select().orderBy('created_at');

test('a login opens a session of thirty days under an opaque token', async () => {
  const body = { username: 'ada', password: 'ada password' };
  const { session: kept, data } = await ask(account, 'users.login', { body });
  const token = String(kept?.token);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(kept?.maxAgeSeconds).toBe(30n * 86_400n);
  const [{ expires_at: expiresAt }] = await rows();
  expect(Math.abs(expiresAt.getTime() / 1000 - Date.now() / 1000 - 30 * 86_400)).toBeLessThan(60);
  const view = { id: 2, username: 'ada', display_name: 'ada', role: 1, status: 1, group: 'default' };
  expect(JSON.parse(data.toString())).toEqual(view);
  const ada = {
    id: 2n,
    username: 'ada',
    displayName: 'ada',
    role: Role.USER,
    enabled: true,
    group: 'default',
  };
  expect(await session(token)).toEqual({ user: ada });
  expect(await rows()).toMatchObject([{ user_id: 2n, ip: '10.1.2.3', user_agent: 'a browser' }]);
});

test('each login has a token of its own, and a logout ends one of them', async () => {
  const [one, other] = [await enter(), await enter()];
  expect(one).not.toBe(other);
  const { session: forgotten } = await ask(account, 'users.logout', { sessionToken: one });
  expect(forgotten).toEqual({ token: '', maxAgeSeconds: 0n });
  await ask(account, 'users.logout', { sessionToken: one });
  expect(await session(one)).toEqual({ user: undefined });
  expect((await session(other)).user?.username).toBe('ada');
});

test.each(['', 'x', 'a'.repeat(10_000)])('a token like "%.10s" is nobody\'s', async (token) => {
  expect(await session(token)).toEqual({ user: undefined });
});

test('role, name and group are what the user has now', async () => {
  const token = await enter();
  const document = smallDocument();
  Object.assign(document.users[1] ?? {}, { role: 'admin', group: 'vip', display_name: 'Ada L.' });
  await account.apply(document);
  expect((await session(token)).user).toMatchObject({
    role: Role.ADMIN,
    group: 'vip',
    displayName: 'Ada L.',
  });
});

test('a disabled user has no session and gets none', async () => {
  const token = await enter();
  await account.context.knex('users').where({ username: 'ada' }).update({ enabled: false });
  expect(await session(token)).toEqual({ user: undefined });
  expect(await faultFrom(enter())).toMatchObject({ status: 200, message: 'This user is disabled.' });
  await account.context.knex('users').where({ username: 'ada' }).update({ enabled: true });
  expect((await session(token)).user?.username).toBe('ada');
});

test('a user whom a file disabled finds no session open when another lets them in again', async () => {
  const token = await enter();
  const apply = (enabled: boolean) => {
    const document = smallDocument();
    Object.assign(document.users[1] ?? {}, { enabled });
    return account.apply(document);
  };
  await apply(false);
  await apply(true);
  expect(await session(token)).toEqual({ user: undefined });
});

test('a removed user has no session and gets none', async () => {
  const token = await enter();
  const { users, ...document } = smallDocument();
  const keys = document.keys.slice(1);
  await account.apply({ ...document, users: users.slice(0, 1), keys }, { prune: true });
  expect(await session(token)).toEqual({ user: undefined });
  expect((await faultFrom(enter())).status).toBe(200);
});

test('an expired session is none, and goes at the next login', async () => {
  const token = await enter();
  await account.context.knex('sessions').update({ expires_at: new Date(Date.now() - 1000) });
  expect(await session(token)).toEqual({ user: undefined });
  await enter();
  expect(await rows()).toHaveLength(1);
});

test('use is noted at most once a minute', async () => {
  const token = await enter();
  const [before] = await rows();
  await session(token);
  expect((await rows())[0].last_seen_at).toEqual(before.last_seen_at);
  const long = new Date(Date.now() - 61_000);
  await account.context.knex('sessions').update({ last_seen_at: long });
  await session(token);
  expect((await rows())[0].last_seen_at.getTime()).toBeGreaterThan(long.getTime());
});

test('unknown user, wrong password and user without one get the same answer after the same work', async () => {
  const passwords = createPasswords();
  const document = smallDocument();
  Object.assign(document.users[1] ?? {}, { password: 'hashed at full cost' });
  account.context.passwords = passwords;
  await account.apply(document);
  await account.context.knex('users').where({ username: 'root' }).update({ password_hash: null });
  const workMs: number[] = [];
  account.context.passwords = {
    ...passwords,
    async run(check) {
      const startedMs = performance.now();
      const result = await check();
      workMs.push(performance.now() - startedMs);
      return result;
    },
  };
  const wrong = await faultFrom(enter('ada', 'wrong'));
  expect(wrong).toMatchObject({ status: 200, message: 'The username or password is wrong.' });
  expect(await faultFrom(enter('nobody', 'wrong'))).toEqual(wrong);
  expect(await faultFrom(enter('root', 'root password'))).toEqual(wrong);
  expect(workMs).toHaveLength(3);
  // Two passes over 19 MiB take longer than this anywhere; finding nothing to compare with takes none.
  for (const ms of workMs) expect(ms).toBeGreaterThan(3);
});

test('a password is compared to its end, however long', async () => {
  const document = smallDocument();
  Object.assign(document.users[1] ?? {}, { password: 'p'.repeat(1024) });
  await account.apply(document);
  await enter('ada', 'p'.repeat(1024));
  expect((await faultFrom(enter('ada', 'p'.repeat(1025)))).status).toBe(200);
  expect((await faultFrom(enter('ada', 'p'.repeat(1023)))).status).toBe(200);
});

test.each([
  ['has another password', { password_hash: 'another' }],
  ['is disabled', { enabled: false }],
])('a user who %s while their password is compared is not signed in', async (_what, change) => {
  const { knex, passwords } = account.context;
  account.context.passwords = {
    ...passwords,
    async run(check) {
      const result = await passwords.run(check);
      await knex('users').where({ username: 'ada' }).update(change);
      return result;
    },
  };
  expect((await faultFrom(enter())).message).toBe('Your account was changed just now. Sign in again.');
  expect(await rows()).toEqual([]);
});

test('the new password opens, the old one does not', async () => {
  const document = smallDocument();
  Object.assign(document.users[1] ?? {}, { password: 'a new password' });
  await account.apply(document);
  expect((await faultFrom(enter())).status).toBe(200);
  await enter('ada', 'a new password');
});

test('a file with a new password signs its user out everywhere, and nobody else', async () => {
  const [ofAda, ofRoot] = [await enter(), await enter('root', 'root password')];
  const file = (password: string) => ({
    users: [
      { username: 'ada', quota_usd: 20, display_name: 'Ada', password },
      { username: 'root', role: 'root', display_name: 'Root', password: 'root password' },
    ],
  });
  await account.apply(file('ada password'));
  expect((await session(ofAda)).user?.displayName).toBe('Ada');
  await account.apply(file('a new password'));
  expect(await rows()).toMatchObject([{ user_id: 1n }]);
  expect((await session(ofRoot)).user?.displayName).toBe('Root');
});
