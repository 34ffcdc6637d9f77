import { reseal } from '@headgate/runtime/postgres/reseal';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { sealedColumns } from '../sealed-columns.ts';
import { codeOf } from '../testing/code-of.ts';
import { smallDocument } from '../testing/documents.ts';
import { endMeanwhile } from '../testing/end-meanwhile.ts';
import {
  askToSignIn,
  createSignedIn,
  installDirectSignIn,
  removeDirectSignIn,
} from '../testing/sign-in-directly.ts';
import { createTestAccount, faultFrom, type TestAccount } from '../testing/test-account.ts';
import { createTestBrowser, type TestBrowser } from '../testing/test-browser.ts';

let account: TestAccount;
let ada: TestBrowser;
beforeAll(installDirectSignIn);
afterAll(removeDirectSignIn);
beforeEach(async () => {
  account = await createTestAccount();
  await account.apply(smallDocument());
  ada = await createSignedIn(account.context, 'ada');
});
afterEach(() => account.stop());

const setupSchema = z.object({
  secret: z.string(),
  qr_code_data: z.string(),
  backup_codes: z.array(z.string()),
});

const setUp = async () => setupSchema.parse(await ada.ask('second-factors.setup'));
const enable = (code: string) => ada.ask('second-factors.enable', { body: { code } });

async function turnOn() {
  const made = await setUp();
  await enable(codeOf(made.secret));
  return made;
}

const newBrowser = () => createTestBrowser(account.context);
const endSignIn = (browser: TestBrowser, code: string) =>
  browser.ask('second-factors.sign-in', { body: { code } });
/** Lets the code that is good now be taken again. */
const forgetStep = () => account.context.knex('second_factors').update({ last_step: 1 });
const wrong = 'This code is wrong, or was used before.';

test('a second factor is on once a code has confirmed it, and then asked for', async () => {
  const off = { enabled: false, locked: false, backup_codes_remaining: 0 };
  expect(await ada.ask('second-factors.status')).toEqual(off);
  const { secret, qr_code_data: uri, backup_codes: codes } = await setUp();
  expect(uri).toContain(`otpauth://totp/Headgate:ada?secret=${secret}&`);
  expect(new Set(codes).size).toBe(10);
  expect(await ada.ask('second-factors.status')).toEqual(off);
  expect((await faultFrom(enable('000000'))).message).toBe(wrong);
  await enable(codeOf(secret));
  expect(await ada.ask('second-factors.status')).toEqual({
    enabled: true,
    locked: false,
    backup_codes_remaining: 10,
  });

  const other = newBrowser();
  expect(await askToSignIn(other, 'ada')).toEqual({ require_2fa: true });
  expect(other.session).toBe('');
  expect((await faultFrom(other.ask('sessions.list'))).status).toBe(401);
  expect(await endSignIn(other, codeOf(secret, 1))).toMatchObject({ username: 'ada' });
  expect(other.flow).toBe('');
  expect(await other.ask('sessions.list')).toHaveLength(2);
});

test('no code is taken twice, nor one before it', async () => {
  const { secret } = await setUp();
  const codes = [codeOf(secret, 1), codeOf(secret), codeOf(secret, -1)];
  await enable(codes[0] ?? '');
  const other = newBrowser();
  await askToSignIn(other, 'ada');
  for (const code of codes) expect((await faultFrom(endSignIn(other, code))).message).toBe(wrong);
  expect(other.session).toBe('');
});

test('a code that is tried twice at once lets one in', async () => {
  const { secret } = await turnOn();
  const [one, two] = [newBrowser(), newBrowser()];
  await askToSignIn(one, 'ada');
  await askToSignIn(two, 'ada');
  const code = codeOf(secret, 1);
  const tried = await Promise.allSettled([endSignIn(one, code), endSignIn(two, code)]);
  expect(tried.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('a backup code stands in once, however it is written', async () => {
  const {
    backup_codes: [code = ''],
  } = await turnOn();
  const other = newBrowser();
  await askToSignIn(other, 'ada');
  expect(await endSignIn(other, ` ${code.toUpperCase().replace('-', ' ')}`)).toMatchObject({
    username: 'ada',
  });
  expect(await ada.ask('second-factors.status')).toMatchObject({ backup_codes_remaining: 9 });
  await askToSignIn(other, 'ada');
  expect((await faultFrom(endSignIn(other, code))).message).toBe(wrong);
});

test('five wrong codes shut out the right one for five minutes', async () => {
  const { secret } = await turnOn();
  const other = newBrowser();
  await askToSignIn(other, 'ada');
  for (let tries = 0; tries < 5; tries += 1)
    expect((await faultFrom(endSignIn(other, '000000'))).message).toBe(wrong);
  const locked = await faultFrom(endSignIn(other, codeOf(secret, 1)));
  expect(locked.message).toContain('five minutes');
  expect(await ada.ask('second-factors.status')).toMatchObject({ locked: true });
  await account.context.knex('second_factors').update({ locked_until: new Date() });
  expect(await endSignIn(other, codeOf(secret, 1))).toMatchObject({ username: 'ada' });
});

test('a sign-in that was not begun, or has ended, or took too long, is not ended by a code', async () => {
  const { secret } = await turnOn();
  const other = newBrowser();
  expect((await faultFrom(endSignIn(other, codeOf(secret, 1)))).message).toMatch(/^Sign in first/);
  await askToSignIn(other, 'ada');
  await account.context.knex('sign_in_flows').update({ expires_at: new Date(0) });
  expect((await faultFrom(endSignIn(other, codeOf(secret, 1)))).message).toMatch(/^Sign in first/);
});

test('whoever was disabled between the factors is refused', async () => {
  const { secret } = await turnOn();
  const other = newBrowser();
  await askToSignIn(other, 'ada');
  await account.context.knex('users').where({ username: 'ada' }).update({ enabled: false });
  expect(await faultFrom(endSignIn(other, codeOf(secret, 1)))).toMatchObject({ status: 403 });
});

test('whoever showed a password that was changed between the factors is refused', async () => {
  const { secret } = await turnOn();
  const thief = newBrowser();
  await askToSignIn(thief, 'ada');
  await account.context.knex('users').where({ username: 'ada' }).update({ password_hash: 'another' });
  expect((await faultFrom(endSignIn(thief, codeOf(secret, 1)))).message).toMatch(/^Sign in first/);
  expect(thief.session).toBe('');
  await askToSignIn(thief, 'ada');
  expect(await endSignIn(thief, codeOf(secret, 1))).toMatchObject({ username: 'ada' });
});

test('codes of the app and backup codes outlive the master key', async () => {
  const {
    secret,
    backup_codes: [code = ''],
  } = await turnOn();
  const { context } = account;
  const current = Buffer.alloc(32, 8);
  const others = [context.masterKey.current];
  for (const column of sealedColumns) await reseal(context.knex, column, { current, others });
  context.masterKey = { current, others: [] };
  await forgetStep();
  expect(await ada.ask('second-factors.renew-backup-codes', { body: { code } })).toBeDefined();
  await ada.ask('second-factors.disable', { body: { code: codeOf(secret) } });
});

test('no code is called wrong, nor counted, where no master key opens the secret', async () => {
  const { secret, backup_codes: codes } = await turnOn();
  const other = newBrowser();
  await askToSignIn(other, 'ada');
  const { context } = account;
  const { masterKey } = context;
  context.masterKey = { current: Buffer.alloc(32, 8), others: [] };
  for (const code of [codeOf(secret, 1), ...codes.slice(0, 5)])
    expect(await faultFrom(endSignIn(other, code))).toMatchObject({ reason: 'factor_secret_unreadable' });
  context.masterKey = masterKey;
  expect(await endSignIn(other, codeOf(secret, 1))).toMatchObject({ username: 'ada' });
});

test('it is turned off, and its backup codes are renewed, by a code', async () => {
  const {
    backup_codes: [old = '', other = ''],
  } = await turnOn();
  expect((await faultFrom(ada.ask('second-factors.setup'))).message).toContain('on already');
  const renewed = await ada.ask('second-factors.renew-backup-codes', { body: { code: old } });
  const [fresh = ''] = setupSchema.pick({ backup_codes: true }).parse(renewed).backup_codes;
  const turnOff = (code: string) => ada.ask('second-factors.disable', { body: { code } });
  expect((await faultFrom(turnOff(other))).message).toBe(wrong);
  await turnOff(fresh);
  expect(await askToSignIn(newBrowser(), 'ada')).toMatchObject({ username: 'ada' });
});

test('administrators count them, and take one away from whoever stands below them', async () => {
  const document = smallDocument();
  document.users.push({ username: 'eve', password: 'eve password', role: 'admin' });
  await account.apply(document);
  await turnOn();
  const [root, eve] = [
    await createSignedIn(account.context, 'root'),
    await createSignedIn(account.context, 'eve'),
  ];
  expect(await eve.ask('second-factors.stats')).toEqual({
    total_users: 3,
    enabled_users: 1,
    passkey_users: 0,
  });
  const remove = (browser: TestBrowser, id: string) => browser.ask('second-factors.remove', { path: { id } });
  expect(await faultFrom(remove(ada, '1'))).toMatchObject({ status: 403 });
  expect(await faultFrom(remove(eve, '1'))).toMatchObject({ status: 403 });
  expect((await faultFrom(remove(eve, '999'))).message).toBe('There is no such user.');
  await remove(eve, '2');
  expect(await askToSignIn(newBrowser(), 'ada')).toMatchObject({ username: 'ada' });
  expect((await faultFrom(remove(root, '2'))).message).toContain('has no two-factor');
});

test('whoever lost theirs is let in by another root user of a file, and by no new password from there', async () => {
  await turnOn();
  await account.apply({ users: [{ username: 'ada', password: 'another password', role: 'root' }] });
  expect(await askToSignIn(newBrowser(), 'ada')).toEqual({ require_2fa: true });
  await account.apply({ users: [{ username: 'eve', password: 'eve password', role: 'root' }] });
  const eve = await createSignedIn(account.context, 'eve');
  await eve.ask('second-factors.remove', { path: { id: '2' } });
  expect(await askToSignIn(newBrowser(), 'ada')).toMatchObject({ username: 'ada' });
});

test('a session that a new password ends meanwhile neither sets one up nor turns it on', async () => {
  const { knex } = account.context;
  const begun = await endMeanwhile(account.context, () => ada.ask('second-factors.setup'));
  expect(begun).toMatchObject({ status: 403 });
  expect(await knex('second_factors')).toEqual([]);
  ada = await createSignedIn(account.context, 'ada');
  const { secret } = await setUp();
  const ended = await endMeanwhile(account.context, () => enable(codeOf(secret)));
  expect(ended).toMatchObject({ status: 403 });
  expect(await knex('second_factors')).toMatchObject([{ enabled: false }]);
});

test('a fresh proof opens the session for ten minutes, under a new token', async () => {
  const { secret } = await turnOn();
  const before = ada.session;
  const verify = (body: object) => ada.ask('sessions.verify', { body });
  expect((await faultFrom(verify({ method: 'password', password: 'ada password' }))).message).toContain(
    'Use a code',
  );
  await forgetStep();
  await verify({ method: '2fa', code: codeOf(secret) });
  expect(ada.session).not.toBe(before);
  const [row] = await account.context.knex('sessions').select('verified_until');
  expect(Math.abs(row.verified_until - Date.now() - 600_000)).toBeLessThan(120_000);
});

test('without a second factor the password is a fresh proof', async () => {
  const verify = (password: string) => ada.ask('sessions.verify', { body: { method: 'password', password } });
  expect((await faultFrom(verify('ada passwort'))).message).toBe('The password is wrong.');
  await verify('ada password');
  const rows = await account.context.knex('sessions').select('verified_until');
  expect(rows).toEqual([{ verified_until: expect.any(Date) }]);
});

test('a session is no way to guess the password, from whatever addresses', async () => {
  const verify = (password: string) => ada.ask('sessions.verify', { body: { method: 'password', password } });
  for (let count = 0; count < 5; count += 1) expect((await faultFrom(verify('a guess'))).status).toBe(200);
  expect((await faultFrom(verify('ada password'))).status).toBe(429);
});

test('who has no password proves nothing by one', async () => {
  await account.context.knex('users').where({ username: 'ada' }).update({ password_hash: null });
  const verify = ada.ask('sessions.verify', { body: { method: 'password', password: 'ada password' } });
  expect((await faultFrom(verify)).message).toBe('The password is wrong.');
});

test('neither secrets nor codes lie open in the database, nor in the audit log', async () => {
  const { secret, backup_codes: codes } = await turnOn();
  const { knex } = account.context;
  const tables = ['second_factors', 'backup_codes', 'audit', 'sign_in_flows'];
  const rows = await Promise.all(
    tables.map((table) => knex(table).select(knex.raw(`${table}::text as text`))),
  );
  const text = JSON.stringify(rows);
  expect(text).toContain('second-factors.enable');
  for (const hidden of [secret, ...codes]) {
    expect(text).not.toContain(hidden);
    expect(text).not.toContain(Buffer.from(hidden).toString('hex'));
  }
});
