import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteChannels } from '../channels/store.ts';
import { keysOfUsers, listKeys, removeKeys } from '../keys/store.ts';
import { hashKey } from '../keys/text.ts';
import { smallDocument } from '../testing/documents.ts';
import { createTestAccount, type TestAccount } from '../testing/test-account.ts';
import { endSessionsOf } from '../users/end-sessions.ts';
import { listUsers, removeUsers } from '../users/store.ts';

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

/** As many ids, names or hashes are more than a statement takes parameters. */
const manyIds = 66_000;

test('a file may name and remove more of them than a statement takes parameters', async () => {
  const { knex } = account.context;
  const [owner] = await listUsers(knex, ['ada']);
  if (!owner) throw new Error('ada is missing');
  const rows = Array.from({ length: manyIds }, (_, index) => ({ ...owner, id: 1_000_000n + BigInt(index) }));
  const names = rows.map(({ id }) => `name ${id}`);
  await knex.transaction(async (transaction) => {
    expect(await listUsers(transaction, names)).not.toEqual([]);
    expect(await listKeys(transaction, { names, hashes: names.map(hashKey) })).not.toEqual([]);
    await endSessionsOf(transaction, rows);
    expect(await keysOfUsers(transaction, rows)).toEqual([]);
    await removeKeys(transaction, rows, 2n);
    await removeUsers(transaction, rows, 2n);
    await deleteChannels(transaction, rows);
  });
});
