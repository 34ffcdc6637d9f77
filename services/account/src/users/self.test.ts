import { Metadata, status } from '@grpc/grpc-js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { smallDocument } from '../testing/documents.ts';
import { ask, dataOf, enter } from '../testing/people.ts';
import { resetOnceShown } from '../testing/reset-once-shown.ts';
import { createTestAccount, faultFrom, type TestAccount } from '../testing/test-account.ts';
import { createPasswords } from './passwords.ts';

let account: TestAccount;
let sessionToken: string;
beforeEach(async () => {
  account = await createTestAccount();
  await account.apply(smallDocument());
  sessionToken = await enter(account);
});
afterEach(() => account.stop());

const self = (token = sessionToken) => dataOf(account, 'users.self', { sessionToken: token });
const change = (body: object, token = sessionToken) =>
  ask(account, 'users.change-self', { sessionToken: token, body });
const remove = (body?: object, token = sessionToken) =>
  ask(account, 'users.delete-self', { sessionToken: token, ...(body && { body }) });
const newPassword = { password: 'a new password', original_password: 'ada password' };

it('shows who they are, and what they have', async () => {
  expect(await self()).toEqual({
    id: 2,
    username: 'ada',
    display_name: 'ada',
    role: 1,
    status: 1,
    group: 'default',
    email: null,
    has_password: true,
    unlimited_quota: false,
    quota: 9_999_960,
    used_quota: 40,
    budgets: [],
    setting: {},
  });
  account.ledger.getPurses = () => {
    throw Object.assign(new Error('away'), {
      code: status.UNAVAILABLE,
      details: '',
      metadata: new Metadata(),
    });
  };
  expect(await self()).toMatchObject({ username: 'ada', quota: null, used_quota: null });
});

it('shows what of their budgets is used in the windows that are open', async () => {
  const document = smallDocument();
  const budgets = [
    { every: 'day', usd: 2, time_zone: 'Asia/Shanghai' },
    { every: 'month', usd: 30 },
  ];
  await account.apply({
    ...document,
    users: document.users.map((user) => (user.username === 'ada' ? { ...user, budgets } : user)),
  });
  const { getPurses } = account.ledger;
  account.ledger.getPurses = async ({ purses }) => {
    const known = await getPurses({ purses });
    const days = purses.filter((id) => /^budget:user:2:\d{4}-\d{2}-\d{2}$/.test(id));
    const opened = days.map((id) => ({
      id,
      granted: 1_000_000n,
      used: 250_000n,
      held: 0n,
      unlimited: false,
    }));
    return { ...known, purses: [...opened, ...known.purses] };
  };
  expect(await self()).toMatchObject({
    used_quota: 40,
    budgets: [
      { every: 'day', usd: 2, time_zone: 'Asia/Shanghai', quota: 1_000_000, used_quota: 250_000 },
      { every: 'month', usd: 30, time_zone: 'UTC', quota: 15_000_000, used_quota: 0 },
    ],
  });
  account.ledger.getPurses = () => {
    throw Object.assign(new Error('away'), {
      code: status.UNAVAILABLE,
      details: '',
      metadata: new Metadata(),
    });
  };
  expect(await self()).toMatchObject({ budgets: [{ used_quota: null }, { used_quota: null }] });
});

it('shows the windows that are open by the clock of the ledger, by which budgets are spent', async () => {
  const document = smallDocument();
  const budgets = [{ every: 'day', usd: 2, time_zone: 'UTC' }];
  await account.apply({
    ...document,
    users: document.users.map((user) => (user.username === 'ada' ? { ...user, budgets } : user)),
  });
  const { getPurses } = account.ledger;
  account.ledger.getPurses = async ({ purses }) => {
    const known = await getPurses({ purses });
    const open = {
      id: 'budget:user:2:2031-05-01',
      granted: 1_000_000n,
      used: 7n,
      held: 0n,
      unlimited: false,
    };
    return {
      purses: [...known.purses, ...(purses.includes(open.id) ? [open] : [])],
      nowMs: BigInt(Date.parse('2031-05-01T00:00:01Z')),
    };
  };
  expect(await self()).toMatchObject({ used_quota: 40, budgets: [{ every: 'day', used_quota: 7 }] });
});

it('shows the windows of its own clock where a ledger of the version before tells none', async () => {
  const document = smallDocument();
  const budgets = [{ every: 'month', usd: 2 }];
  await account.apply({
    ...document,
    users: document.users.map((user) => (user.username === 'ada' ? { ...user, budgets } : user)),
  });
  const asked: string[] = [];
  const { getPurses } = account.ledger;
  account.ledger.getPurses = async ({ purses }) => {
    asked.push(...purses);
    return { ...(await getPurses({ purses })), nowMs: 0n };
  };
  const before = new Date().toISOString().slice(0, 7);
  await self();
  const after = new Date().toISOString().slice(0, 7);
  expect([`budget:user:2:${before}`, `budget:user:2:${after}`]).toContain(asked.at(-1));
});

describe('a new password', () => {
  it('ends all other sessions, and gives this one a new token', async () => {
    const elsewhere = await enter(account);
    const { session } = await change(newPassword);
    for (const old of [elsewhere, sessionToken]) expect((await faultFrom(self(old))).status).toBe(401);
    expect(await self(session?.token)).toMatchObject({ username: 'ada' });
    await enter(account, 'ada', 'a new password');
    expect((await faultFrom(enter(account))).message).toBe('The username or password is wrong.');
    const [line] = await account.context.knex('audit').whereNotNull('actor_id');
    expect(line.changes).toEqual({ password: ['hidden', 'changed'] });
  });

  it.each([
    [{ password: 'a new password' }, 'original_password'],
    [{ password: 'a new password', original_password: 'wrong' }, 'original_password'],
    [{ password: 'short', original_password: 'ada password' }, 'password'],
  ])('%j is refused', async (body, param) => {
    expect(await faultFrom(change(body))).toMatchObject({ status: 200, param });
    expect(await self()).toMatchObject({ username: 'ada' });
  });

  it('is not the username', async () => {
    const { body } = { body: { username: 'longer.name', password: 'LONGER.name' } };
    await account.context.knex('users').where({ username: 'ada' }).update({ username: body.username });
    expect((await faultFrom(change({ ...newPassword, password: body.password }))).message).toContain(
      'username',
    );
  });

  it('takes the place of the one that was shown, and of none that came meanwhile', async () => {
    const { context } = account;
    const { passwords } = context;
    const reset = await passwords.hash('the password of a reset');
    context.passwords = {
      ...passwords,
      async hash(password) {
        await context.knex('users').where({ username: 'ada' }).update({ password_hash: reset });
        return passwords.hash(password);
      },
    };
    expect(await faultFrom(change(newPassword))).toMatchObject({ status: 200, param: 'original_password' });
    context.passwords = passwords;
    await enter(account, 'ada', 'the password of a reset');
  });

  it('is had after there was no room to check the old one', async () => {
    const { context } = account;
    const { passwords } = context;
    context.passwords = createPasswords({ limit: 0 });
    for (let count = 0; count < 6; count += 1)
      expect(await faultFrom(change(newPassword))).toMatchObject({ status: 429, notStarted: true });
    context.passwords = passwords;
    await change(newPassword);
  });

  it('is not had by guessing the old one', async () => {
    const guess = () => faultFrom(change({ ...newPassword, original_password: 'wrong' }));
    for (let count = 0; count < 5; count += 1) expect((await guess()).status).toBe(200);
    expect((await guess()).status).toBe(429);
    expect((await faultFrom(change(newPassword))).status).toBe(429);
  });
});

it('changes the display name, and nothing that is not theirs to change', async () => {
  await change({ display_name: 'Ada L.', role: 100, group: 'vip', quota: 1 });
  expect(await self()).toMatchObject({ display_name: 'Ada L.', role: 1, group: 'default', quota: 9_999_960 });
  const { length } = await account.context.knex('audit');
  await change({ display_name: 'Ada L.' });
  expect(await account.context.knex('audit')).toHaveLength(length);
});

describe('who deletes themselves', () => {
  it('is gone with their keys, and every replica is told', async () => {
    expect((await faultFrom(remove())).param).toBe('password');
    expect((await faultFrom(remove({ password: 'wrong' }))).param).toBe('password');
    const { length } = account.announced;
    const { session } = await remove({ password: 'ada password' });
    expect(session).toEqual({ token: '', maxAgeSeconds: 0n });
    expect(account.announced).toHaveLength(length + 1);
    expect((await faultFrom(self())).status).toBe(401);
    expect((await faultFrom(enter(account))).message).toBe('The username or password is wrong.');
    expect(await account.context.knex('keys').where({ user_id: 2 })).toMatchObject([
      { removed: true, hash: null },
    ]);
  });

  it('is not whose password was reset since they showed it', async () => {
    const password = await resetOnceShown(account, 'ada');
    expect((await faultFrom(remove({ password: 'ada password' }))).param).toBe('password');
    await enter(account, 'ada', password);
  });

  it('is not root', async () => {
    const root = await enter(account, 'root');
    expect((await faultFrom(remove({ password: 'root password' }, root))).status).toBe(403);
    expect(await self(root)).toMatchObject({ username: 'root' });
  });
});

it('keeps settings that have an effect, and refuses others', async () => {
  const set = (body: object) => dataOf(account, 'users.change-setting', { sessionToken, body });
  await set({ language: 'zh' });
  expect(await set({ theme: 'dark' })).toEqual({ language: 'zh', theme: 'dark' });
  expect(await self()).toMatchObject({ setting: { language: 'zh', theme: 'dark' } });
  for (const body of [{ theme: 'pink' }, { notify_type: 'webhook' }])
    expect((await faultFrom(set(body))).status).toBe(200);
});

describe('a warning of a low balance', () => {
  const set = (body: object) => dataOf(account, 'users.change-setting', { sessionToken, body });
  const giveAddress = () =>
    account.context.knex('users').where({ username: 'ada' }).update({ email: 'ada@example.com' });

  it('is for who has an address, and is told to ledger', async () => {
    expect((await faultFrom(set({ quota_warning_threshold: 500 }))).param).toBe('quota_warning_threshold');
    await giveAddress();
    const body = { notify_type: 'email', quota_warning_threshold: 500 };
    expect(await set(body)).toEqual(body);
    await set({ theme: 'dark' });
    expect(await set({ quota_warning_threshold: 0 })).toMatchObject({ theme: 'dark' });
    expect(account.ledger.warnings).toEqual([
      { purse: 'user:2', belowUnits: 500n },
      { purse: 'user:2', belowUnits: undefined },
    ]);
  });

  it('is not where no mail is sent, nor of what is no amount', async () => {
    await giveAddress();
    for (const amount of [-1, 0.5, '5'])
      expect((await faultFrom(set({ quota_warning_threshold: amount }))).status).toBe(200);
    account.mails.isOn = false;
    expect((await faultFrom(set({ quota_warning_threshold: 500 }))).message).toContain('no e-mail');
    expect(account.ledger.warnings).toEqual([]);
  });

  it('keeps nothing from changing while ledger is told of it', async () => {
    await giveAddress();
    let isFirst = true;
    account.ledger.before = async () => {
      if (!isFirst) return;
      isFirst = false;
      await set({ theme: 'dark' });
      await dataOf(account, 'users.change-self', { sessionToken, body: { display_name: 'Ada L.' } });
    };
    expect(await set({ quota_warning_threshold: 500 })).toEqual({
      theme: 'dark',
      quota_warning_threshold: 500,
    });
    expect(await self()).toMatchObject({ display_name: 'Ada L.', setting: { theme: 'dark' } });
    account.ledger.before = undefined;
  });

  it('is to ledger what it is here, also where another wanted what there was', async () => {
    await giveAddress();
    await set({ quota_warning_threshold: 100 });
    const { setWarning } = account.ledger;
    account.ledger.setWarning = async (request) => {
      account.ledger.setWarning = setWarning;
      const answer = await setWarning(request);
      await set({ quota_warning_threshold: 100 });
      return answer;
    };
    expect(await set({ quota_warning_threshold: 500 })).toMatchObject({ quota_warning_threshold: 500 });
    expect(account.ledger.warnings.at(-1)).toMatchObject({ belowUnits: 500n });
  });

  it('stays as it was where ledger does not hear of it', async () => {
    await giveAddress();
    account.ledger.setWarning = () => Promise.reject(new Error('away'));
    await expect(set({ quota_warning_threshold: 500 })).rejects.toThrow('away');
    expect(await self()).toMatchObject({ setting: {} });
  });
});
