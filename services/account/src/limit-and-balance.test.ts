/** A limit and the balance that comes with it reach ledger in one call: a user's and a key's. */
import { fault } from '@headgate/proto/faults';
import { ChangeGrantResponse_Outcome as Outcome } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { FaultError } from '@headgate/runtime/errors';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { smallDocument } from './testing/documents.ts';
import { type SessionClient, signInAs } from './testing/session-client.ts';
import { createTestAccount, faultFrom, type TestAccount } from './testing/test-account.ts';

let account: TestAccount;
let root: SessionClient;
beforeEach(async () => {
  account = await createTestAccount();
  await account.apply(smallDocument());
  root = await signInAs(account, 'root');
});
afterEach(() => account.stop());

const kinds = [
  {
    things: 'users',
    name: 'username',
    purse: 'user',
    source: /^admin:\d+$/,
    more: { password: 'a long password' },
  },
  { things: 'keys', name: 'name', purse: 'key', source: /^owner:later$/, more: {} },
];

describe.each(kinds)('of $things', ({ things, name, source, more, ...kind }) => {
  let id: number;
  let purse: string;
  beforeEach(async () => {
    const body = { [name]: 'eve', unlimited_quota: true, ...more };
    ({ id } = (await root.ask(`${things}.create`, { body })) as { id: number });
    purse = `${kind.purse}:${id}`;
    account.ledger.forget();
  });

  const limit = (remain: number) =>
    root.ask(`${things}.update`, {
      body: { id, unlimited_quota: false, remain_quota: remain, soft_limit_percent: 80 },
    });
  const isUnlimited = async () =>
    ((await root.ask(`${things}.get`, { path: { id: String(id) } })) as { unlimited_quota: boolean })
      .unlimited_quota;

  it('they come together', async () => {
    await limit(500);
    // Of what is granted 40 are used already: the test's ledger says so.
    const change = { source: expect.stringMatching(source), units: 540n };
    expect(account.ledger.purses).toMatchObject([{ purse, unlimited: false, softLimitPercent: 80, change }]);
    expect(account.ledger.grantChanges).toEqual([]);
  });

  it('a purse that ledger has lost is opened with the balance', async () => {
    await limit(500);
    account.ledger.forget();
    account.ledger.getPurses = async () => ({ purses: [], nowMs: 0n });
    await root.ask(`${things}.update`, { body: { id, remain_quota: 700 } });
    const change = { source: expect.stringMatching(source), units: 700n };
    expect(account.ledger.purses).toMatchObject([{ purse, unlimited: false, softLimitPercent: 80, change }]);
    expect(account.ledger.grantChanges).toEqual([]);
  });

  it('neither is there where ledger is away', async () => {
    account.ledger.openPurse = () => Promise.reject(new FaultError(fault('service_unavailable')));
    await expect(limit(500)).rejects.toThrow();
    expect(account.ledger.grantChanges).toEqual([]);
    expect(await isUnlimited()).toBe(true);
  });

  it('they are taken back together when the change is refused after all', async () => {
    const { openPurse } = account.ledger;
    account.ledger.openPurse = async (request) => {
      account.ledger.openPurse = openPurse;
      const answer = await openPurse(request);
      if (things === 'keys') await root.ask('keys.create', { body: { name: 'taken' } });
      else await root.ask('users.create', { body: { username: 'taken', ...more } });
      account.ledger.forget();
      return answer;
    };
    const body = { id, [name]: 'taken', unlimited_quota: false, remain_quota: 500 };
    expect(await faultFrom(root.ask(`${things}.update`, { body }))).toMatchObject({ status: 200 });
    expect(account.ledger.purses).toMatchObject([{ purse, unlimited: true, change: { units: -540n } }]);
    expect(account.ledger.grantChanges).toEqual([]);
  });

  it('the balance is asked for by itself of a ledger that opens the purse alone', async () => {
    const { openPurse } = account.ledger;
    account.ledger.openPurse = async (request) => ({
      ...(await openPurse(request)),
      changeOutcome: Outcome.UNSPECIFIED,
    });
    await limit(500);
    expect(account.ledger.grantChanges).toMatchObject([{ purse, units: 540n }]);
  });

  it('the balance is reckoned again where opening the purse granted something else beside it', async () => {
    const { openPurse, getPurses } = account.ledger;
    account.ledger.openPurse = async (request) => {
      const state = { id: purse, granted: 640n, used: 40n, held: 0n, unlimited: false };
      account.ledger.getPurses = async () => ({ purses: [state], nowMs: 0n });
      return { ...(await openPurse(request)), adjustedUnits: 100n };
    };
    await limit(500);
    account.ledger.getPurses = getPurses;
    expect(account.ledger.purses).toMatchObject([{ change: { units: 540n } }]);
    expect(account.ledger.grantChanges).toMatchObject([{ purse, units: -100n }]);
  });
});
