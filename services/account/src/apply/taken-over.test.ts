import { afterEach, beforeEach, expect, test } from 'vitest';
import { smallDocument } from '../testing/documents.ts';
import { type SessionClient, signInAs } from '../testing/session-client.ts';
import { createTestAccount, type TestAccount } from '../testing/test-account.ts';

let account: TestAccount;
let ada: SessionClient;
beforeEach(async () => {
  account = await createTestAccount();
  await account.apply(smallDocument());
  ada = await signInAs(account, 'ada');
});
afterEach(() => account.stop());

const id = 3;
const purses = [`key:${id}`, `key:${id}:model:gpt-4o-mini`, `key:${id}:model:call-model`];
const granted = () => purses.map((purse) => account.ledger.granted(purse));

const makeKey = () =>
  ada.ask('keys.create', {
    body: { name: 'laptop', remain_quota: 700, model_limits: { 'gpt-4o-mini': 70, 'call-model': 7 } },
  });

/** The file with the key as it names it. */
function documentWith(key: object) {
  const document = smallDocument();
  return {
    ...document,
    keys: [...document.keys, { name: 'laptop', user: 'ada', key: 'sk-laptop-0123456789', ...key }],
  };
}

const named = documentWith({ quota_usd: 0.001, model_limits: { 'gpt-4o-mini': 0.0002 } });

test('a key that a file takes over from people has what the file grants it, and no more', async () => {
  await makeKey();
  expect(granted()).toEqual([700n, 70n, 7n]);
  await account.apply(named);
  expect(granted().slice(0, 2)).toEqual([500n, 100n]);
  expect((await account.apply(named)).changes).toEqual([]);
  expect(granted().slice(0, 2)).toEqual([500n, 100n]);
});

test('so has one that its owner had deleted', async () => {
  await makeKey();
  await ada.ask('keys.delete', { path: { id: String(id) } });
  await account.apply(named);
  expect(granted().slice(0, 2)).toEqual([500n, 100n]);
});

test('a limit of a model that the file names only later is what the file says', async () => {
  await makeKey();
  await account.apply(named);
  await account.apply(documentWith({ model_limits: { 'call-model': 0.00002 } }));
  expect(granted()[2]).toBe(10n);
});

test('people who change it afterwards grant in place of the file', async () => {
  await makeKey();
  await account.apply(named);
  await ada.ask('keys.update', { body: { id, model_limits: { 'gpt-4o-mini': 80 } } });
  expect(granted().slice(0, 2)).toEqual([500n, 80n]);
  await account.apply(named);
  expect(granted().slice(0, 2)).toEqual([500n, 100n]);
});

test('one that its owner is just changing has in the end what the file grants it', async () => {
  await makeKey();
  const { openPurse } = account.ledger;
  account.ledger.openPurse = async (request) => {
    account.ledger.openPurse = openPurse;
    await account.apply(named);
    return openPurse(request);
  };
  await ada.ask('keys.update', { body: { id, soft_limit_percent: 5 } });
  expect(granted().slice(0, 2)).toEqual([500n, 100n]);
});
