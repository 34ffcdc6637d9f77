import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { smallDocument } from '../testing/documents.ts';
import { ask, dataOf, enter } from '../testing/people.ts';
import { resetOnceShown } from '../testing/reset-once-shown.ts';
import { createTestAccount, faultFrom, type TestAccount } from '../testing/test-account.ts';

const email = 'ada@example.com';

let account: TestAccount;
let sessionToken: string;
beforeEach(async () => {
  account = await createTestAccount();
  await account.apply(smallDocument());
  sessionToken = await enter(account);
});
afterEach(() => account.stop());

const giveAddress = () => account.context.knex('users').where({ username: 'ada' }).update({ email });
const sendReset = (query: Record<string, string> = { email }) => ask(account, 'emails.send-reset', { query });
const reset = (body: object) => dataOf(account, 'emails.reset-password', { body });
const newest = async () => (await account.mails.sent()).at(-1);

async function resetToken(): Promise<string> {
  await sendReset();
  return /code is (\S+)/.exec((await newest())?.text ?? '')?.[1] ?? '';
}

async function verificationCode(address = email): Promise<string> {
  await ask(account, 'emails.verify', { sessionToken, query: { email: address } });
  return /\d{6}/.exec((await newest())?.text ?? '')?.[0] ?? '';
}

describe('a new password by e-mail', () => {
  beforeEach(giveAddress);

  it('is chosen by who has the token, ends every session and token, and works once', async () => {
    const body = { name: 'scripts' };
    const made = Object(await dataOf(account, 'access-tokens.create', { sessionToken, body }));
    const token = await resetToken();
    expect(await reset({ email, token, password: 'a new password' })).toBeUndefined();
    for (const proof of [{ sessionToken }, { accessToken: made.token }])
      expect((await faultFrom(ask(account, 'users.self', proof))).status).toBe(401);
    await enter(account, 'ada', 'a new password');
    expect((await faultFrom(reset({ email, token, password: 'another password' }))).param).toBe('token');
    const lines = await account.context.knex('audit').where({ operation: 'emails.reset-password' });
    expect(lines).toMatchObject([
      { target_name: 'ada', changes: { password: ['hidden', 'reset by e-mail'] } },
    ]);
  });

  it('is made where none is chosen', async () => {
    const made = String(await reset({ email, token: await resetToken() }));
    expect(made).toMatch(/^[\w-]{24}$/);
    await enter(account, 'ada', made);
  });

  it('is set also after strangers guessed the token', async () => {
    const token = await resetToken();
    for (let guess = 0; guess < 10; guess += 1)
      expect((await faultFrom(reset({ email, token: `guess ${guess}` }))).param).toBe('token');
    expect(await reset({ email, token, password: 'a new password' })).toBeUndefined();
  });

  it('is set by one of two with the same token', async () => {
    const token = await resetToken();
    const both = ['one password', 'two password'].map((password) => reset({ email, token, password }));
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is not had after fifteen minutes, or with the token before the last', async () => {
    const first = await resetToken();
    const token = await resetToken();
    expect((await faultFrom(reset({ email, token: first }))).param).toBe('token');
    await account.context.knex('email_codes').update({ expires_at: new Date(Date.now() - 1_000) });
    expect((await faultFrom(reset({ email, token }))).param).toBe('token');
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'they',
      () => {
        const body = { password: 'a new password', original_password: 'ada password' };
        return ask(account, 'users.change-self', { sessionToken, body });
      },
    ],
    [
      'an administrator',
      async () => {
        const body = { id: 2, password: 'a new password' };
        await ask(account, 'users.update', { sessionToken: await enter(account, 'root'), body });
      },
    ],
    [
      'a configuration',
      async () => {
        const document = smallDocument();
        for (const user of document.users) if (user.username === 'ada') user.password = 'a new password';
        await account.apply(document);
        await giveAddress();
      },
    ],
  ])('is not set with a token that was sent before %s changed it', async (_who, change) => {
    const token = await resetToken();
    await change();
    expect((await faultFrom(reset({ email, token, password: 'yet another one' }))).param).toBe('token');
    await enter(account, 'ada', 'a new password');
  });

  it('opens the way for a user whom strangers had shut out', async () => {
    const body = { username: 'ada', password: 'wrong' };
    const ip = '10.6.6.6';
    for (let count = 0; count < 6; count += 1) await faultFrom(ask(account, 'users.login', { ip, body }));
    await reset({ email, token: await resetToken(), password: 'a new password' });
    const right = { username: 'ada', password: 'a new password' };
    expect((await ask(account, 'users.login', { ip, body: right })).session).toBeDefined();
  });

  it('is answered alike whether or not somebody has the address', async () => {
    expect(await sendReset({ email: 'nobody@example.com' })).toEqual(await sendReset());
    expect(await account.mails.sent()).toMatchObject([{ to: email }]);
  });

  it('has a link to the address that root named, never to what the request came to', async () => {
    const root = await enter(account, 'root');
    await ask(account, 'emails.send-reset', { query: { email }, baseUrl: 'https://evil.example' });
    expect((await newest())?.text).not.toContain('http');
    const body = { key: 'server_address', value: 'https://gate.example/' };
    await ask(account, 'options.change', { sessionToken: root, body });
    await ask(account, 'emails.send-reset', { query: { email }, baseUrl: 'https://evil.example' });
    expect((await newest())?.text).toContain(
      '\nhttps://gate.example/console/reset?email=ada%40example.com&token=',
    );
  });

  it('has the code beside its link, which the page that it was asked for on asks for', async () => {
    const sessionToken = await enter(account, 'root');
    const body = { key: 'server_address', value: 'https://gate.example' };
    await ask(account, 'options.change', { sessionToken, body });
    const token = await resetToken();
    expect((await newest())?.text).toContain(`&token=${token}\n`);
    expect(await reset({ email, token, password: 'a new password' })).toBeUndefined();
  });

  it('is written in the language of the user, or else of who asks', async () => {
    await sendReset({ email, language: 'zh' });
    expect(await newest()).toMatchObject({ subject: expect.stringContaining('重置密码') });
    await ask(account, 'users.change-setting', { sessionToken, body: { language: 'en' } });
    await sendReset({ email, language: 'zh' });
    expect(await newest()).toMatchObject({ subject: expect.stringContaining('a new password') });
  });
});

it('sends no more than three letters to an address in a little while', async () => {
  for (let count = 0; count < 3; count += 1) await sendReset({ email: 'nobody@example.com' });
  expect((await faultFrom(sendReset({ email: 'nobody@example.com' }))).status).toBe(429);
});

it('are fewer and fewer to an address for whom somebody goes on asking', async () => {
  const { knex } = account.context;
  /** Lets minutes pass. */
  const later = (minutes: number) =>
    knex('attempts').update({
      window_ends_at: knex.raw(`window_ends_at - ? * interval '1 minute'`, [minutes]),
      refused_until: knex.raw(`refused_until - ? * interval '1 minute'`, [minutes]),
    });
  for (let letter = 0; letter < 3; letter += 1) await sendReset();
  for (const minutes of [5, 10, 20, 40, 60, 60]) {
    await later(minutes - 1);
    expect((await faultFrom(sendReset())).status).toBe(429);
    await later(1);
    await sendReset();
  }
  await later(60 + 15);
  for (let letter = 0; letter < 3; letter += 1) await sendReset();
});

it('says so where no mail is sent', async () => {
  account.mails.isOn = false;
  expect((await faultFrom(sendReset())).message).toContain('no e-mail');
  expect(await dataOf(account, 'sites.status')).toMatchObject({ email_enabled: false });
});

describe('an address of their own', () => {
  const bind = (body: object) =>
    ask(account, 'emails.bind', { sessionToken, body: { email, password: 'ada password', ...body } });

  it('is given with the code that was sent to it and the password, and signs them in', async () => {
    const code = await verificationCode();
    expect((await faultFrom(bind({ code, password: 'wrong' }))).param).toBe('password');
    expect((await faultFrom(bind({ code, password: undefined }))).param).toBe('password');
    expect((await faultFrom(bind({ code: 'wrong' }))).param).toBe('code');
    await bind({ code });
    expect(await dataOf(account, 'users.self', { sessionToken })).toMatchObject({ email });
    expect(await enter(account, email, 'ada password')).toMatch(/^[\w-]{43}$/);
  });

  it('is not given by a sixth guess', async () => {
    const code = await verificationCode();
    for (let count = 0; count < 5; count += 1)
      expect((await faultFrom(bind({ code: 'guess' }))).param).toBe('code');
    expect((await faultFrom(bind({ code }))).param).toBe('code');
  });

  it('is given by nobody whose password was reset since they showed it', async () => {
    const code = await verificationCode();
    await resetOnceShown(account, 'ada');
    expect((await faultFrom(bind({ code }))).param).toBe('password');
    expect(await account.context.knex('users').where({ email })).toEqual([]);
  });

  it('that another user has gets no code: its owner is told instead', async () => {
    await account.context.knex('users').where({ username: 'root' }).update({ email });
    expect(await verificationCode()).toBe('');
    expect(await newest()).toMatchObject({
      to: email,
      subject: expect.stringContaining('has a user already'),
    });
    expect(await account.context.knex('email_codes')).toEqual([]);
  });

  it('is asked for by nobody who is not signed in while registration is closed', async () => {
    expect((await faultFrom(ask(account, 'emails.verify', { query: { email } }))).message).toContain(
      'closed',
    );
  });
});
