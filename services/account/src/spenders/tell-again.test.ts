/** Changes of which ledger was told, and which came to no end: what their rows say is what ledger hears last. */
import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { smallDocument } from '../testing/documents.ts';
import { type SessionClient, signInAs } from '../testing/session-client.ts';
import { createTestAccount, faultFrom, type TestAccount } from '../testing/test-account.ts';
import { tellAgain } from './tell-again.ts';

const adaId = 2;
const day = (usd: number) => [{ every: 'day', usd, time_zone: 'UTC' }];

let account: TestAccount;
let root: SessionClient;
beforeEach(async () => {
  account = await createTestAccount();
  await account.apply(smallDocument());
  root = await signInAs(account, 'root');
  await root.ask('users.update', { body: { id: adaId, budgets: day(5) } });
});
afterEach(() => account.stop());

const tellAll = () => tellAgain(account.context, { olderThanMs: 0 });
const told = (owner: string) => account.ledger.budgets.filter((budget) => budget.owner === owner).at(-1);
const left = () => account.context.knex('told_ahead');

/** Ledger does what it is asked for, and its answers are lost. */
function loseAnswers(): () => void {
  const { setBudgets } = account.ledger;
  account.ledger.setBudgets = async (request) => {
    await setBudgets(request);
    throw new FaultError(fault('service_unavailable'));
  };
  return () => {
    account.ledger.setBudgets = setBudgets;
  };
}

test('a budget that ledger was told in vain is told again as the user has it', async () => {
  const answerAgain = loseAnswers();
  const change = root.ask('users.update', { body: { id: adaId, budgets: day(500) } });
  expect(await faultFrom(change)).toMatchObject({ status: 503 });
  answerAgain();
  expect(told('user:2')?.budgets).toMatchObject([{ units: 250_000_000n }]);
  await tellAll();
  expect(told('user:2')?.budgets).toMatchObject([{ units: 2_500_000n }]);
  expect(await left()).toEqual([]);
});

test('so is that of a key', async () => {
  const body = { name: 'mine', unlimited_quota: true, budgets: day(5) };
  const { id } = (await root.ask('keys.create', { body })) as { id: number };
  const answerAgain = loseAnswers();
  expect(await faultFrom(root.ask('keys.update', { body: { id, budgets: [] } }))).toMatchObject({
    status: 503,
  });
  answerAgain();
  expect(told(`key:${id}`)?.budgets).toEqual([]);
  await tellAll();
  expect(told(`key:${id}`)?.budgets).toMatchObject([{ units: 2_500_000n }]);
});

test('what ledger does not answer is told later', async () => {
  const answerAgain = loseAnswers();
  await faultFrom(root.ask('users.update', { body: { id: adaId, budgets: day(500) } }));
  await tellAll();
  expect(await left()).toHaveLength(1);
  answerAgain();
  await tellAll();
  expect(await left()).toEqual([]);
});

test('one that hangs is told nothing before it goes on', async () => {
  const answerAgain = loseAnswers();
  await faultFrom(root.ask('users.update', { body: { id: adaId, budgets: day(500) } }));
  answerAgain();
  account.ledger.forget();
  account.ledger.getPurses = () => Promise.reject(new FaultError(fault('service_unavailable')));
  await expect(tellAll()).rejects.toThrow();
  expect(account.ledger.budgets).toEqual([]);
  expect(await left()).toHaveLength(1);
});

test('what was changed or refused is not told again', async () => {
  await root.ask('users.update', { body: { id: adaId, budgets: day(6) } });
  account.ledger.before = () => {
    account.ledger.before = undefined;
    return account.context
      .knex('users')
      .where({ id: adaId })
      .update({ removed: true, changed_version: 1_000 });
  };
  const refused = root.ask('users.update', { body: { id: adaId, budgets: day(7) } });
  expect(await faultFrom(refused)).toMatchObject({ status: 200 });
  expect(await left()).toEqual([]);
});

test('a change that is under way when ledger is told again is told once more', async () => {
  account.ledger.before = async () => {
    account.ledger.before = undefined;
    await tellAll();
  };
  await root.ask('users.update', { body: { id: adaId, budgets: day(500) } });
  expect(told('user:2')?.budgets).toMatchObject([{ units: 250_000_000n }]);
  expect(await root.ask('users.get', { path: { id: String(adaId) } })).toMatchObject({ budgets: day(500) });
  expect(await left()).toEqual([]);
});
