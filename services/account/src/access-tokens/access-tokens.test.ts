import { Role } from '@headgate/proto/gen/headgate/account/v1/account';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getSession } from '../sessions/rpc.ts';
import { smallDocument } from '../testing/documents.ts';
import { endMeanwhile } from '../testing/end-meanwhile.ts';
import { ask, dataOf, enter } from '../testing/people.ts';
import { createTestAccount, faultFrom, type TestAccount } from '../testing/test-account.ts';

let account: TestAccount;
let sessionToken: string;
beforeEach(async () => {
  account = await createTestAccount();
  await account.apply(smallDocument());
  sessionToken = await enter(account);
});
afterEach(() => account.stop());

const create = async (name = 'scripts') =>
  Object(await dataOf(account, 'access-tokens.create', { sessionToken, body: { name } }));
const list = () => dataOf(account, 'access-tokens.list', { sessionToken });

describe('a personal access token', () => {
  it('acts as its user, with their role, and is shown once', async () => {
    const { token: accessToken, id } = await create();
    expect(await dataOf(account, 'users.self', { accessToken })).toMatchObject({ username: 'ada' });
    await account.context.knex('users').where({ username: 'ada' }).update({ role: 'admin' });
    const { user } = await getSession(account.context, { token: '', accessToken });
    expect(user).toMatchObject({ username: 'ada', role: Role.ADMIN });
    const shown = [{ id, name: 'scripts', created_at: expect.any(Number), last_used_at: expect.any(Number) }];
    expect(await list()).toEqual(shown);
  });

  it('ends when a file gives its user another password, and with no other change', async () => {
    const { token: accessToken } = await create();
    const apply = (member: object) => {
      const document = smallDocument();
      Object.assign(document.users[1] ?? {}, member);
      return account.apply(document);
    };
    await apply({ display_name: 'Ada L.' });
    expect(await dataOf(account, 'users.self', { accessToken })).toMatchObject({ display_name: 'Ada L.' });
    await apply({ password: 'a new password' });
    expect((await faultFrom(ask(account, 'users.self', { accessToken }))).status).toBe(401);
  });

  it('ends when it is revoked, by its own user alone', async () => {
    const { token: accessToken, id } = await create();
    const path = { id: String(id) };
    const root = await enter(account, 'root');
    const foreign = faultFrom(ask(account, 'access-tokens.revoke', { sessionToken: root, path }));
    expect((await foreign).message).toBe('There is no such access token.');
    await ask(account, 'access-tokens.revoke', { sessionToken, path });
    expect((await faultFrom(ask(account, 'users.self', { accessToken }))).status).toBe(401);
  });

  it('is nothing beside a session that has ended, or with a user who is disabled', async () => {
    const { token: accessToken } = await create();
    const ended = faultFrom(ask(account, 'users.self', { accessToken, sessionToken: 'ended' }));
    expect((await ended).status).toBe(401);
    await account.context.knex('users').where({ username: 'ada' }).update({ enabled: false });
    expect((await faultFrom(ask(account, 'users.self', { accessToken }))).status).toBe(401);
  });

  it('ends with a password that an administrator gives its user', async () => {
    const { token: accessToken } = await create();
    const { id } = Object(await dataOf(account, 'users.self', { sessionToken }));
    const body = { id, password: 'a new password' };
    await ask(account, 'users.update', { sessionToken: await enter(account, 'root'), body });
    expect((await faultFrom(ask(account, 'users.self', { accessToken }))).status).toBe(401);
    sessionToken = await enter(account, 'ada', 'a new password');
    expect(await list()).toEqual([]);
  });

  it('stays when its user chooses another password', async () => {
    const { token: accessToken } = await create();
    const body = { password: 'a new password', original_password: 'ada password' };
    await ask(account, 'users.change-self', { sessionToken, body });
    expect(await dataOf(account, 'users.self', { accessToken })).toMatchObject({ username: 'ada' });
  });

  it('is not made by a session that a new password ends meanwhile', async () => {
    expect(await endMeanwhile(account.context, create)).toMatchObject({ status: 403 });
    expect(await account.context.knex('access_tokens')).toEqual([]);
  });

  it.each([
    ['access-tokens.create', { name: 'more' }],
    ['access-tokens.regenerate', undefined],
    ['users.change-self', { password: 'a new password', original_password: 'ada password' }],
    ['users.delete-self', { password: 'ada password' }],
    ['emails.bind', { email: 'ada@example.com', code: '123456', password: 'ada password' }],
  ])('may not do %s', async (operation, body) => {
    const { token: accessToken } = await create();
    const refusal = await faultFrom(ask(account, operation, { accessToken, ...(body && { body }) }));
    expect(refusal).toMatchObject({ status: 403, message: expect.stringContaining('access token') });
  });

  it.each(['access-tokens.create', 'access-tokens.regenerate'])(
    'is not made by an old session: %s',
    async (operation) => {
      const { knex } = account.context;
      await knex('sessions').update({ created_at: knex.raw(`now() - interval '11 minutes'`) });
      const body = { name: 'of a stranger' };
      expect(await faultFrom(ask(account, operation, { sessionToken, body }))).toMatchObject({
        status: 403,
        message: 'Confirm first that it is you.',
      });
      expect(await list()).toEqual([]);
    },
  );

  it('is one of ten at most, also when they are asked for at the same time', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 14 }, (_, index) => create(`n ${index}`)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await list()).toHaveLength(10);
  });

  it('has a name of its own', async () => {
    await create();
    expect((await faultFrom(create())).param).toBe('name');
  });
});

it('the one that is made anew ends the one before it', async () => {
  const make = () => dataOf(account, 'access-tokens.regenerate', { sessionToken });
  const first = String(await make());
  const second = String(await make());
  expect((await faultFrom(ask(account, 'users.self', { accessToken: first }))).status).toBe(401);
  expect(await dataOf(account, 'users.self', { accessToken: second })).toMatchObject({ username: 'ada' });
  expect(await list()).toHaveLength(1);
});
