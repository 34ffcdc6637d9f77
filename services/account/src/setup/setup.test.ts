import { afterEach, beforeEach, expect, it } from 'vitest';
import { smallDocument } from '../testing/documents.ts';
import { ask, dataOf, enter } from '../testing/people.ts';
import { createTestAccount, faultFrom, type TestAccount } from '../testing/test-account.ts';

let account: TestAccount;
beforeEach(async () => {
  account = await createTestAccount();
});
afterEach(() => account.stop());

const setUp = (username = 'root', password = `${username} password`) =>
  ask(account, 'setups.create', { body: { username, password } });
const roots = () => account.context.knex('users').where({ role: 'root' });

it('makes the root user, once', async () => {
  expect(await dataOf(account, 'setups.show')).toEqual({ status: false, root_init: false });
  await setUp();
  expect(await dataOf(account, 'setups.show')).toEqual({ status: true, root_init: true });
  expect(await faultFrom(setUp('other'))).toMatchObject({
    status: 200,
    message: 'The installation is set up already.',
  });
  const sessionToken = await enter(account, 'root');
  expect(await dataOf(account, 'users.self', { sessionToken })).toMatchObject({
    username: 'root',
    role: 100,
    unlimited_quota: true,
  });
  expect(account.ledger.purses).toMatchObject([{ purse: 'user:1', unlimited: true }]);
  expect(account.announced).toHaveLength(1);
  expect(await account.context.knex('audit')).toMatchObject([
    { operation: 'setups.create', target_kind: 'user', target_name: 'root', actor_name: '' },
  ]);
});

it('makes one of two that are asked for at the same time', async () => {
  const outcomes = await Promise.allSettled([setUp('one'), setUp('two'), setUp('three')]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await roots()).toHaveLength(1);
});

it('goes well with a configuration that comes later', async () => {
  await setUp('admin');
  const { groups: _, ...document } = smallDocument();
  await account.apply(document);
  expect(account.ledger.prices[0]?.groups).toMatchObject([{ group: 'default', ratio: '1' }]);
  await account.apply(smallDocument(), { prune: true });
  expect((await roots()).map(({ username }) => username).sort()).toEqual(['admin', 'root']);
  await enter(account, 'admin');
});

it.each([
  ['root', 'short'],
  ['root', 'x'.repeat(1025)],
  ['superuser', 'SuperUser'],
  ['', 'a good password'],
  ['a@b.example', 'a good password'],
])('refuses %j with the password %.12j', async (username, password) => {
  expect((await faultFrom(setUp(username, password))).status).toBe(200);
  expect(await roots()).toEqual([]);
});

it('makes no root while the ledger is away', async () => {
  account.ledger.before = () => {
    throw new Error('away');
  };
  await expect(setUp()).rejects.toThrow('away');
  expect(await roots()).toEqual([]);
  account.ledger.before = undefined;
  await setUp();
});
