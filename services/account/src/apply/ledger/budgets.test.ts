/** Budgets of keys and users: told to the ledger before the rows, and to whoever verifies a key. */
import { Period } from '@headgate/proto/gen/headgate/budget/v1/budget';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { verifyKey } from '../../keys/rpc.ts';
import { hashKey } from '../../keys/text.ts';
import { type SmallDocument, smallDocument } from '../../testing/documents.ts';
import { createTestAccount, type TestAccount } from '../../testing/test-account.ts';
import { readVersions } from '../../versions/store.ts';

// Passwords are hashed slowly.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let account: TestAccount;
beforeEach(async () => {
  account = await createTestAccount();
});
afterEach(() => account.stop());

/** Key `ci` of user ada, with these budgets. */
function documentWith(budgets: { key?: unknown; user?: unknown }): SmallDocument {
  const document = smallDocument();
  Object.assign(document.keys[0] ?? {}, { budgets: budgets.key });
  Object.assign(document.users[1] ?? {}, { budgets: budgets.user });
  return document;
}

const daily = { every: 'day', usd: 5, time_zone: 'Europe/Berlin' };
const weekly = { every: 'week', usd: '20.000002' };
const wire = {
  daily: { period: Period.DAY, timeZone: 'Europe/Berlin', units: 2_500_000n },
  weekly: { period: Period.WEEK, timeZone: 'UTC', units: 10_000_001n },
};

const verified = async () =>
  (await verifyKey(account.context, { hash: hashKey('sk-ci-0123456789abcdef') })).key;

test('the ledger hears of budgets before there are rows, whoever verifies the key after', async () => {
  const rowsWhenAsked: unknown[] = [];
  account.ledger.before = async () => {
    rowsWhenAsked.push(...(await account.context.knex('keys').select('id')));
  };
  await account.apply(documentWith({ key: [weekly, daily], user: [daily] }));
  expect(rowsWhenAsked).toEqual([]);
  expect(account.ledger.budgets).toHaveLength(2);
  // They are told side by side.
  expect(account.ledger.budgets).toEqual(
    expect.arrayContaining([
      { owner: 'user:2', budgets: [wire.daily] },
      { owner: 'key:1', budgets: [wire.daily, wire.weekly] },
    ]),
  );
  expect(await verified()).toMatchObject({ budgets: [wire.daily, wire.weekly], userBudgets: [wire.daily] });
});

test('changes are said, and reach caches of keys; the same again changes nothing', async () => {
  await account.apply(smallDocument());
  expect(account.ledger.budgets).toEqual([]);
  const steps: [SmallDocument, string[]][] = [
    [documentWith({ key: [daily] }), ['key ci: budgets none -> 5 USD a day in Europe/Berlin']],
    [documentWith({ key: [daily] }), []],
    [
      documentWith({ key: [{ ...daily, usd: 6 }], user: [weekly] }),
      [
        'user ada: budgets none -> 20.000002 USD a week in UTC',
        'key ci: budgets 5 USD a day in Europe/Berlin -> 6 USD a day in Europe/Berlin',
      ],
    ],
    [documentWith({ user: [weekly] }), ['key ci: budgets 6 USD a day in Europe/Berlin -> none']],
  ];
  for (const [document, lines] of steps) {
    const { keysVersion } = await readVersions(account.context.knex);
    expect((await account.apply(document)).changes).toEqual(lines);
    const counted = (await readVersions(account.context.knex)).keysVersion - keysVersion;
    expect(counted).toBe(lines.length > 0 ? 1n : 0n);
  }
  expect(account.ledger.budgets.filter(({ owner }) => owner === 'key:1').at(-1)).toEqual({
    owner: 'key:1',
    budgets: [],
  });
});

test('a budget of a change that never committed is corrected by the next apply', async () => {
  await account.apply(documentWith({ key: [daily] }));
  await account.ledger.setBudgets({ owner: 'key:1', budgets: [wire.weekly] });
  expect((await account.apply(documentWith({ key: [daily] }))).changes).toEqual([
    'key ci: budgets corrected',
  ]);
  expect(account.ledger.budgets.at(-1)).toEqual({ owner: 'key:1', budgets: [wire.daily] });
});

test('a dry run tells the ledger nothing', async () => {
  const { changes } = await account.apply(documentWith({ key: [daily] }), { dryRun: true });
  expect(changes).toContain('key ci: added');
  expect(account.ledger.budgets).toEqual([]);
});

test.each([
  [[{ ...daily, every: 'hour' }], 'keys[0].budgets[0].every: Invalid option'],
  [[{ every: 'day' }], 'keys[0].budgets[0].usd: '],
  [[{ ...daily, usd: '0.000001' }], 'keys[0].budgets[0].usd: must be at most 1000000000 and a multiple'],
  [[{ ...daily, usd: -1 }], 'keys[0].budgets[0].usd: must be a decimal number from 0'],
  [
    [{ ...daily, time_zone: 'Mars/Olympus' }],
    'keys[0].budgets[0].time_zone: must be the name of a time zone',
  ],
  [[{ ...daily, time_zone: '+01:00' }], 'keys[0].budgets[0].time_zone: must be the name of a time zone'],
  [[{ ...daily, zone: 'UTC' }], 'keys[0].budgets[0].zone: unknown member'],
  [[daily, weekly, daily], 'keys[0].budgets[2].every: is the same as that of budgets[0]'],
  [{ day: 5 }, 'keys[0].budgets: '],
])('%j is refused', async (key, words) => {
  const { message } = await account.refusal(documentWith({ key }));
  expect(message).toContain(words);
  expect(account.ledger.purses).toEqual([]);
});
