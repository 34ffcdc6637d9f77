import { afterAll, beforeAll, expect, test } from 'vitest';
import { smallDocument } from '../testing/documents.ts';
import { createTestAccount, type TestAccount } from '../testing/test-account.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await createTestAccount();
});
afterAll(() => account.stop());

/** As many rows of each kind have more members than a statement of PostgreSQL takes parameters. */
const many = 5_000;

test('a file may have thousands of channels, users and keys', async () => {
  const document = smallDocument();
  const numbers = Array.from({ length: many }, (_, index) => index);
  const [channel] = document.channels;
  await account.apply({
    ...document,
    channels: numbers.map((number) => ({ ...channel, name: `channel ${number}` })),
    users: [...document.users, ...numbers.map((number) => ({ username: `user-${number}`, quota_usd: 1 }))],
    keys: numbers.map((number) => ({
      name: `key ${number}`,
      user: `user-${number}`,
      key: `sk-number-${number}-0123456789abcdef`,
      unlimited: true,
    })),
  });
  const { rows } = await account.context.knex.raw(
    `select (select count(*) from channels) as channels, (select count(*) from keys) as keys,
       (select count(*) from users) as users`,
  );
  expect(rows).toEqual([
    { channels: BigInt(many), keys: BigInt(many), users: BigInt(many + document.users.length) },
  ]);
});
