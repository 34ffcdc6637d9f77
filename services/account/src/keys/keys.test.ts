import { Role } from '@headgate/proto/gen/headgate/account/v1/account';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { smallDocument } from '../testing/documents.ts';
import { createTestAccount, type TestAccount } from '../testing/test-account.ts';
import { readKeyChanges } from './changes.ts';
import { verifyKey } from './rpc.ts';
import { hashKey, showKey } from './text.ts';

let account: TestAccount;
beforeEach(async () => {
  account = await createTestAccount();
  await account.apply(smallDocument());
});
afterEach(() => account.stop());

const ci = 'sk-ci-0123456789abcdef';
const verify = (text: string) => verifyKey(account.context, { hash: hashKey(text) });
const changesAfter = (version: bigint, limit?: number) =>
  readKeyChanges(account.context.knex, version, limit);

test('a key is found by the hash of its whole text, with what its user adds', async () => {
  expect(await verify(ci)).toEqual({
    keysVersion: 2n,
    key: {
      id: 1n,
      userId: 2n,
      name: 'ci',
      enabled: true,
      userEnabled: true,
      role: Role.USER,
      group: 'default',
      expiresAt: 0n,
      modelsLimited: false,
      models: [],
      modelLimits: [{ model: 'gpt-4o-mini', quotaUnits: 750_000n }],
      unlimited: false,
      userUnlimited: false,
      rpm: 600,
      tpm: 0,
      concurrency: 0,
      ips: [],
      budgets: [],
      userBudgets: [],
      groupRefused: false,
    },
  });
  const ops = await verify('sk-ops-0123456789abcdef');
  expect(ops.key).toMatchObject({ name: 'ops', role: Role.ROOT, unlimited: true, userUnlimited: true });
});

test.each([ci.replace('sk-', ''), ci.toUpperCase(), `${ci} `, ''])('"%s" is unknown', async (text) => {
  expect(await verify(text)).toEqual({ key: undefined, keysVersion: 2n });
});

test("a key has its own group, or else its user's", async () => {
  const document = smallDocument();
  Object.assign(document.users[1] ?? {}, { group: 'vip', role: 'admin', enabled: false });
  await account.apply(document);
  expect((await verify(ci)).key).toMatchObject({ group: 'vip', role: Role.ADMIN, userEnabled: false });
  Object.assign(document.keys[0] ?? {}, { group: 'default', models: ['fast'], enabled: false });
  await account.apply(document);
  expect((await verify(ci)).key).toMatchObject({
    group: 'default',
    modelsLimited: true,
    models: ['fast'],
    enabled: false,
  });
});

test('the group that a file gives to a key holds, whatever that of its user', async () => {
  const document = smallDocument();
  Object.assign(document.keys[0] ?? {}, { group: 'vip' });
  await account.apply(document);
  expect((await verify(ci)).key).toMatchObject({ group: 'vip', role: Role.USER, groupRefused: false });
});

test('people see four characters at each end, of short keys nothing', () => {
  expect(showKey('sk-ci-0123456789abcdef')).toEqual({ prefix: 'sk-c', suffix: 'cdef' });
  expect(showKey('sk-123456789012')).toEqual({ prefix: '', suffix: '' });
});

test('changes name exactly the keys and users that changed since', async () => {
  expect(await changesAfter(2n)).toEqual({
    version: 2n,
    reset: false,
    keyIds: [],
    userIds: [],
    newHashes: [],
  });
  const document = smallDocument();
  Object.assign(document.keys[0] ?? {}, { rpm: 1 });
  await account.apply(document);
  expect(await changesAfter(2n)).toEqual({
    version: 3n,
    reset: false,
    keyIds: [1n],
    userIds: [],
    newHashes: [],
  });
  Object.assign(document.users[1] ?? {}, { enabled: false });
  await account.apply(document);
  expect(await changesAfter(3n)).toEqual({
    version: 4n,
    reset: false,
    keyIds: [],
    userIds: [2n],
    newHashes: [],
  });
  expect(await changesAfter(2n)).toMatchObject({ version: 4n, keyIds: [1n], userIds: [2n] });
});

test('hashes of keys made since are named, so that a cached "unknown" goes', async () => {
  const document = smallDocument();
  document.keys.push({ name: 'new', key: 'sk-new-0123456789abcdef', unlimited: true });
  await account.apply(document);
  const made = await changesAfter(2n);
  expect(made).toMatchObject({ keyIds: [3n], newHashes: [hashKey('sk-new-0123456789abcdef')] });
  Object.assign(document.keys[2] ?? {}, { key: 'sk-new-fedcba9876543210' });
  await account.apply(document);
  const changed = await changesAfter(3n);
  expect(changed).toMatchObject({ keyIds: [3n], newHashes: [hashKey('sk-new-fedcba9876543210')] });
});

test('a removed key is named among the changes, its hash is gone', async () => {
  const { keys, ...document } = smallDocument();
  await account.apply({ ...document, keys: keys.slice(1) }, { prune: true });
  expect(await changesAfter(2n)).toMatchObject({ keyIds: [1n], newHashes: [] });
  expect((await verify(ci)).key).toBeUndefined();
});

test('too many changes, or a version from the future, are a reset', async () => {
  const all = await changesAfter(0n, 2);
  expect(all).toMatchObject({ reset: false, version: 2n });
  expect(all.keyIds).toHaveLength(2);
  const reset = { version: 2n, reset: true, keyIds: [], userIds: [], newHashes: [] };
  expect(await changesAfter(0n, 1)).toEqual(reset);
  expect(await changesAfter(3n)).toEqual(reset);
});
