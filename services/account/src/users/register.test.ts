import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { smallDocument } from '../testing/documents.ts';
import { ask, dataOf, enter } from '../testing/people.ts';
import { createTestAccount, faultFrom, type TestAccount } from '../testing/test-account.ts';
import { createPasswords } from './passwords.ts';

let account: TestAccount;
let root: string;
beforeEach(async () => {
  account = await createTestAccount();
  await account.apply(smallDocument());
  root = await enter(account, 'root');
});
afterEach(() => account.stop());

const allow = async (options: Record<string, unknown> = {}) => {
  for (const [key, value] of Object.entries({ registration: true, ...options }))
    await ask(account, 'options.change', { sessionToken: root, body: { key, value } });
};
const register = (body: object = {}) =>
  ask(account, 'users.register', { body: { username: 'grace', password: 'grace password', ...body } });
const users = () => account.context.knex('users').orderBy('id');

async function codeFor(email: string): Promise<string> {
  await ask(account, 'emails.verify', { query: { email } });
  const mail = (await account.mails.sent()).at(-1);
  return /\d{6}/.exec(mail?.text ?? '')?.[0] ?? '';
}

it('is closed unless root opens it', async () => {
  expect((await faultFrom(register())).message).toBe('Registration is closed.');
  expect(await users()).toHaveLength(2);
});

describe('where it is open', () => {
  it('makes a user of the default group, whose grant is there before them', async () => {
    await allow({ new_user_quota_usd: '2.5' });
    account.ledger.forget();
    account.ledger.before = async () => expect(await users()).toHaveLength(2);
    await register();
    account.ledger.before = undefined;
    expect(account.ledger.purses).toMatchObject([
      { purse: 'user:3', source: 'registration', grantedUnits: 1_250_000n, unlimited: false },
    ]);
    const sessionToken = await enter(account, 'grace');
    expect(await dataOf(account, 'users.self', { sessionToken })).toMatchObject({
      username: 'grace',
      role: 1,
      group: 'default',
      email: null,
      unlimited_quota: false,
      quota: 1_249_960,
      used_quota: 40,
    });
  });

  it('grants nobody twice, though the process dies between the grant and the row', async () => {
    await allow({ new_user_quota_usd: '1' });
    account.ledger.forget();
    const { openPurse } = account.ledger;
    account.ledger.openPurse = async (request) => {
      await openPurse(request);
      throw new Error('the process dies here');
    };
    await expect(register()).rejects.toThrow('dies here');
    account.ledger.openPurse = openPurse;
    await register();
    const [row] = await account.context.knex('users').where({ username: 'grace' });
    expect(account.ledger.purses.map(({ purse }) => purse)).toEqual(['user:3', `user:${row.id}`]);
    expect(row.id).not.toBe(3n);
  });

  it.each(['ada', 'ADA', 'root'])('says that the name %s is taken', async (username) => {
    await allow();
    expect((await faultFrom(register({ username }))).message).toBe('This username is taken.');
  });

  it('makes one of two of the same name', async () => {
    await allow();
    const outcomes = await Promise.allSettled([register(), register({ username: 'Grace' })]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('takes nothing that is not asked for: neither a role nor a group', async () => {
    await allow();
    await register({ role: 'root', group: 'vip', unlimited: true });
    expect((await users()).at(-1)).toMatchObject({ role: 'user', group_name: 'default', unlimited: false });
  });

  it('takes an address only with the code that was sent to it, once', async () => {
    await allow({ email_verification: true });
    expect((await faultFrom(register())).message).toBe('email: is needed');
    const email = 'grace@example.com';
    const code = await codeFor(email);
    const wrong = code === '000000' ? '000001' : '000000';
    expect((await faultFrom(register({ email, verification_code: wrong }))).param).toBe('verification_code');
    await register({ email: 'Grace@Example.com', verification_code: code });
    expect((await users()).at(-1)).toMatchObject({ email });
    const again = { username: 'other', password: 'other password', email, verification_code: code };
    expect((await faultFrom(register(again))).param).toBe('verification_code');
  });

  it('takes the code as often as the name beside it is taken', async () => {
    await allow({ email_verification: true });
    const email = 'grace@example.com';
    const body = { email, verification_code: await codeFor(email) };
    for (let count = 0; count < 5; count += 1)
      expect((await faultFrom(register({ ...body, username: 'ada' }))).param).toBe('username');
    await register(body);
    expect((await users()).at(-1)).toMatchObject({ username: 'grace', email });
  });

  it('takes no address where no mail is sent, and says so', async () => {
    await allow();
    account.mails.isOn = false;
    const refusal = await faultFrom(register({ email: 'grace@example.com', verification_code: '123456' }));
    expect(refusal).toMatchObject({ param: 'email', message: 'This installation sends no e-mail.' });
    await register();
    expect((await users()).at(-1)).toMatchObject({ username: 'grace', email: null });
  });

  it('refuses addresses of other domains than root named', async () => {
    await allow({ email_domains: ['example.com'] });
    const refusal = await faultFrom(ask(account, 'emails.verify', { query: { email: 'a@evil.example' } }));
    expect(refusal.message).toContain('domain');
    expect(await account.mails.sent()).toEqual([]);
  });

  it('is refused by the dozen from one address', async () => {
    await allow();
    for (let count = 0; count < 10; count += 1) await faultFrom(register({ username: 'ada' }));
    expect((await faultFrom(register())).status).toBe(429);
  });

  it('is not refused for what there was no room for', async () => {
    await allow();
    const { context } = account;
    const { passwords } = context;
    context.passwords = createPasswords({ limit: 0 });
    for (let count = 0; count < 11; count += 1)
      expect(await faultFrom(register())).toMatchObject({ status: 429, notStarted: true });
    context.passwords = passwords;
    await register();
  });

  it('is refused by the dozen from one network, which has as many addresses as anybody wants', async () => {
    await allow();
    const body = { username: 'ada', password: 'another password' };
    const from = (ip: string) => faultFrom(ask(account, 'users.register', { ip, body }));
    for (let host = 1; host <= 10; host += 1) expect((await from(`2001:db8::${host}`)).status).toBe(200);
    expect((await from('2001:db8::ffff')).status).toBe(429);
    expect((await from('2001:db8:0:1::1')).status).toBe(200);
  });
});
