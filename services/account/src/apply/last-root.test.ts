import { afterEach, beforeEach, expect, test } from 'vitest';
import { ask, dataOf } from '../testing/people.ts';
import { createTestAccount, type TestAccount } from '../testing/test-account.ts';

let account: TestAccount;
beforeEach(async () => {
  account = await createTestAccount();
});
afterEach(() => account.stop());

const roots = async () => (await account.context.knex('users').where({ role: 'root' })).length;

test('the only root user keeps the role: without any, whoever comes next could make themselves root', async () => {
  await ask(account, 'setups.create', { body: { username: 'ada', password: 'a password of hers' } });
  for (const role of [undefined, 'admin']) {
    const { message } = await account.refusal({ users: [{ username: 'bob' }, { username: 'ada', role }] });
    expect(message).toContain('  users[1].role: must be root: nobody else is');
  }
  expect(await roots()).toBe(1);
  expect(await dataOf(account, 'setups.show')).toMatchObject({ root_init: true });
});

test('a root user gives the role to another one of the file, and gives it up where there is one', async () => {
  await account.apply({ users: [{ username: 'ada', role: 'root' }] });
  await account.apply({ users: [{ username: 'ada' }, { username: 'bob', role: 'root' }] });
  expect(await roots()).toBe(1);
  await account.apply({ users: [{ username: 'ada', role: 'root' }] });
  await account.apply({ users: [{ username: 'bob' }] });
  expect(await roots()).toBe(1);
  expect((await account.refusal({ users: [{ username: 'ada', role: 'admin' }] })).message).toContain(
    'users[0].role: must be root',
  );
});
