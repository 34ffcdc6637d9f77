import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { smallDocument } from '../testing/documents.ts';
import { type SessionClient, signInAs } from '../testing/session-client.ts';
import { createTestAccount, type TestAccount } from '../testing/test-account.ts';

let account: TestAccount;
let ada: SessionClient;
beforeEach(async () => {
  account = await createTestAccount();
  await account.apply(smallDocument());
  ada = await signInAs(account, 'ada');
  account.ledger.forget();
});
afterEach(() => account.stop());

const id = 1;
const purse = `key:${id}`;
const limitSoftly = (percent: number) =>
  ada.ask('keys.update', { body: { id, soft_limit_percent: percent } });
/** Applies a file that changes nothing as soon as ledger was told of such a purse, once. */
function applyOnceToldOf(isIt: (purse: string) => boolean): void {
  const { openPurse } = account.ledger;
  account.ledger.openPurse = async (request) => {
    const answer = await openPurse(request);
    if (!isIt(request.purse)) return answer;
    account.ledger.openPurse = openPurse;
    await account.apply(smallDocument());
    return answer;
  };
}

/** What the row says, and what ledger was told of it last. */
async function both() {
  const row = await account.context.knex('keys').where({ id }).first('soft_limit_percent');
  const told = account.ledger.purses.findLast((request) => request.purse === purse);
  return [row?.soft_limit_percent, told?.softLimitPercent ?? null];
}

test('a key that was changed since a file that says what it said was read is to ledger what its row says', async () => {
  account.ledger.before = async () => {
    account.ledger.before = undefined;
    await limitSoftly(5);
  };
  await account.apply(smallDocument());
  expect(await both()).toEqual([null, null]);
});

test('so is one that is being changed while such a file tells ledger of it', async () => {
  applyOnceToldOf(() => true);
  await limitSoftly(5);
  expect(await both()).toEqual([5, 5]);
});

test('so is a user', async () => {
  const root = await signInAs(account, 'root');
  applyOnceToldOf(() => true);
  await root.ask('users.update', { body: { id: 2, soft_limit_percent: 5 } });
  const told = account.ledger.purses.findLast((request) => request.purse === 'user:2');
  expect(told).toMatchObject({ softLimitPercent: 5 });
});

test('a file that changes a key is told anew where one of before has told ledger meanwhile', async () => {
  applyOnceToldOf((told) => told === purse);
  const document = smallDocument();
  Object.assign(document.keys[0] ?? {}, { soft_limit_percent: 5 });
  await account.apply(document);
  expect(await both()).toEqual([5, 5]);
});

test('a model that people make while a file that changes nothing prunes keeps its price', async () => {
  const root = await signInAs(account, 'root');
  account.ledger.before = async () => {
    account.ledger.before = undefined;
    await root.ask('models.put', { body: { name: 'own-model', price: { call: 0.02 } } });
    await root.ask('groups.put', { body: { name: 'own-group', ratio: 2 } });
  };
  await account.apply(smallDocument(), { prune: true });
  const { prices, groups } = await account.ledger.listPrices();
  expect(prices.map(({ model }) => model)).toContain('own-model');
  expect(groups.map(({ group }) => group)).toContain('own-group');
});

test('what a file told of users and keys is taken back when it is refused for what was done meanwhile', async () => {
  const root = await signInAs(account, 'root');
  await root.ask('groups.put', { body: { name: 'trial' } });
  const document = smallDocument();
  const ofCi = { quota_usd: 99, model_limits: { 'gpt-4o-mini': 98 }, group: 'trial' };
  Object.assign(document.keys[0] ?? {}, ofCi);
  Object.assign(document.users[1] ?? {}, { quota_usd: 97 });
  Object.assign(document.models, { 'call-model': { price: { call: 7 } } });
  account.ledger.before = async () => {
    account.ledger.before = undefined;
    await root.ask('groups.delete', { path: { name: 'trial' } });
  };
  expect((await account.refusal(document)).message).toContain('there is no group "trial"');
  const granted = ['user:2', purse, `${purse}:model:gpt-4o-mini`].map(account.ledger.granted);
  expect(granted).toEqual([10_000_000n, 5_000_000n, 750_000n]);
  expect(account.ledger.prices.flatMap(({ prices }) => prices)).toEqual([]);
});

describe('a file with another price and another grant', () => {
  const dearer = () => {
    const document = smallDocument();
    Object.assign(document.models, { 'call-model': { price: { call: 7 } } });
    Object.assign(document.users[1] ?? {}, { quota_usd: 97 });
    return document;
  };
  const priceOfCall = async () => {
    const { prices } = await account.ledger.listPrices();
    return prices.find(({ model }) => model === 'call-model')?.call;
  };

  it('that ledger refuses has no price in force, and what it granted is taken back', async () => {
    const { setBudgets } = account.ledger;
    account.ledger.setBudgets = async () => {
      account.ledger.setBudgets = setBudgets;
      throw new FaultError(fault('invalid_request', { message: 'Too many windows.' }));
    };
    const document = dearer();
    Object.assign(document.keys[0] ?? {}, { budgets: [{ every: 'day', usd: 5 }] });
    expect((await account.refusal(document)).message).toBe('Too many windows.');
    expect(await priceOfCall()).toBe('0.01');
    expect(account.ledger.granted('user:2')).toBe(10_000_000n);
  });

  it('that is overtaken each time has no price in force, and what it granted is taken back', async () => {
    account.ledger.before = async () => {
      if (account.ledger.granted('user:2') === 48_500_000n)
        await account.context.knex('versions').increment('keys_version', 1);
    };
    expect((await account.refusal(dearer())).code).toBe('service_unavailable');
    expect(await priceOfCall()).toBe('0.01');
    expect(account.ledger.granted('user:2')).toBe(10_000_000n);
  });
});
