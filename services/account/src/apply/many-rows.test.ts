import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteChannels } from '../channels/store.ts';
import { keysOfUsers, listKeys, removeKeys, upsertKeys } from '../keys/store.ts';
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

test('a file may name, change and remove more of them than a statement takes parameters', async () => {
  const { context } = account;
  const [owner] = await listUsers(context.knex, ['ada']);
  if (!owner) throw new Error('ada is missing');
  // Row by row, the index on grams takes ten times as long as all else.
  await context.knex.raw('drop index keys_grams');
  const numbers = Array.from({ length: manyIds }, (_, index) => index);
  const names = numbers.map((number) => `key of many ${number}`);
  const users = numbers.map((number) => ({ ...owner, id: 1_000_000n + BigInt(number) }));
  const [key] = await listKeys(context.knex, { names, hashes: names.map(hashKey) });
  if (!key) throw new Error('no file has made a key');
  const keys = numbers.map((number) => ({
    ...key,
    id: 1_000_000n + BigInt(number),
    name: names[number] ?? '',
    hash: null,
    hashVersion: null,
  }));
  await context.knex.transaction(async (transaction) => {
    await upsertKeys(transaction, keys, 1n);
    await endSessionsOf(transaction, users);
    expect(await keysOfUsers(transaction, users)).toEqual([]);
    await removeKeys(transaction, keys, 2n);
    await removeUsers(transaction, users, 2n);
    await deleteChannels(transaction, users as never);
  });
  const [{ count } = { count: 0n }] = await context.knex('keys').where({ removed: true }).count();
  expect(count).toBe(BigInt(manyIds));
  expect(await listUsers(context.knex, names)).not.toEqual([]);
});
