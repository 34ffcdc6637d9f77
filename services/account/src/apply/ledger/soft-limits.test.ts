import { afterAll, beforeAll, expect, test } from 'vitest';
import { smallDocument } from '../../testing/documents.ts';
import { createTestAccount, type TestAccount } from '../../testing/test-account.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await createTestAccount();
});
afterAll(() => account.stop());

/** The small document with soft limits of the user and the key that have quota. */
function documentWith(userPercent: number | undefined, keyPercent: number | undefined) {
  const document = smallDocument();
  Object.assign(document.users[1] ?? {}, { soft_limit_percent: userPercent });
  Object.assign(document.keys[0] ?? {}, { soft_limit_percent: keyPercent });
  return document;
}

function askedPercents(): Record<string, number | undefined> {
  return Object.fromEntries(
    account.ledger.purses.map(({ purse, softLimitPercent }) => [purse, softLimitPercent]),
  );
}

test('soft limits reach the ledger with the grants, those of models without', async () => {
  await account.apply(documentWith(80, 95));
  expect(askedPercents()).toEqual({
    'user:1': undefined,
    'user:2': 80,
    'key:1': 95,
    'key:1:model:gpt-4o-mini': undefined,
    'key:2': undefined,
  });
});

test('a change of soft limits is said, and so is their end', async () => {
  expect((await account.apply(documentWith(90, 95))).changes).toEqual([
    'user ada: soft_limit_percent 80 -> 90',
  ]);
  account.ledger.forget();
  expect((await account.apply(documentWith(90, undefined))).changes).toEqual([
    'key ci: soft_limit_percent 95 -> none',
  ]);
  expect(askedPercents()['key:1']).toBeUndefined();
});
