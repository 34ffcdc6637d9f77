import { userPurse } from '@headgate/proto/purses';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { smallDocument } from '../testing/documents.ts';
import { createTestAccount, type TestAccount } from '../testing/test-account.ts';
import { drawSpenderIds } from './draw-spender-ids.ts';

let account: TestAccount;
beforeEach(async () => {
  account = await createTestAccount();
});
afterEach(() => account.stop());

test('after the database alone was set back, new users and keys get none of the purses of lost ones', async () => {
  await account.apply(smallDocument());
  const lost = account.ledger.purses.map(({ purse }) => purse);
  await account.context.knex.raw('truncate users, keys restart identity cascade');
  account.ledger.forget();
  await account.apply(smallDocument());
  const opened = account.ledger.purses.map(({ purse }) => purse);
  expect(opened).toHaveLength(lost.length);
  expect(opened.filter((purse) => lost.includes(purse))).toEqual([]);
});

test('thousands of lost ids are passed over in a few rounds, none that is free is left out', async () => {
  const { context, ledger } = account;
  for (let id = 1n; id <= 2_500n; id += 1n)
    if (id !== 7n)
      await ledger.openPurse({ purse: userPurse(id), unlimited: true, source: 'test', grantedUnits: 0n });
  const asked = vi.spyOn(ledger, 'getPurses');
  expect(await drawSpenderIds(context, 'users', 3)).toEqual([7n, 2_501n, 2_502n]);
  expect(asked.mock.calls.length).toBeLessThan(15);
  // Keys have purses of their own.
  expect(await drawSpenderIds(context, 'keys', 2)).toEqual([1n, 2n]);
});

test('a file may bring more of them than the ledger is asked about at a time', async () => {
  const drawn = await drawSpenderIds(account.context, 'keys', 2_500);
  expect(drawn.map(Number)).toEqual(Array.from({ length: 2_500 }, (_, index) => index + 1));
  expect(await drawSpenderIds(account.context, 'keys', 1)).toEqual([2_501n]);
  expect(await drawSpenderIds(account.context, 'keys', 0)).toEqual([]);
});

test('while the ledger is away no id is given', async () => {
  const { context, ledger } = account;
  ledger.getPurses = () => Promise.reject(new Error('away'));
  await expect(drawSpenderIds(context, 'users', 1)).rejects.toThrow('away');
});
