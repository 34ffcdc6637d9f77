import { ChangeGrantResponse_Outcome as Outcome } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { smallDocument } from '../../testing/documents.ts';
import { type SessionClient, signInAs } from '../../testing/session-client.ts';
import { createTestAccount, faultFrom, type TestAccount } from '../../testing/test-account.ts';
import { lockVersions } from '../../versions/store.ts';

const [adaId, graceId] = [2, 3];

let account: TestAccount;
let grace: SessionClient;
beforeEach(async () => {
  account = await createTestAccount();
  const document = smallDocument();
  await account.apply({ ...document, users: [...document.users, { username: 'grace', role: 'admin' }] });
  grace = await signInAs(account, 'grace');
  account.ledger.forget();
});
afterEach(() => account.stop());

it.each(['second-factors.remove', 'passkeys.reset'])(
  'a role that is just being taken is good for no %s',
  async (operation) => {
    const { knex } = account.context;
    await knex('second_factors').insert({ user_id: adaId, sealed_secret: Buffer.of(), enabled: true });
    const passkey = { user_id: adaId, credential_id: 'a', public_key: Buffer.of(), counter: 0 };
    await knex('passkeys').insert({ ...passkey, transports: [], name: '', is_backed_up: false });
    const taking = await knex.transaction();
    await lockVersions(taking);
    await taking('users').where({ id: graceId }).update({ role: 'user' });
    const asked = faultFrom(grace.ask(operation, { path: { id: String(adaId) } }));
    await waitFor(async () => {
      const waiting = await taking.raw(
        'select pid from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))',
      );
      return waiting.rows.length > 0;
    }, 'it waits for the new role');
    await taking.commit();
    expect(await asked).toMatchObject({ status: 403 });
    expect(await knex('audit').where({ operation })).toEqual([]);
  },
);

it.each(['access_tokens', 'second_factors', 'passkeys'])(
  'a user is deleted beside a change of their own that has their row, and then those of %s',
  async (table) => {
    const { knex } = account.context;
    const rows: Record<string, object> = {
      access_tokens: { name: 'default', token_hash: Buffer.of() },
      second_factors: { sealed_secret: Buffer.of(), enabled: true },
      passkeys: {
        ...{ credential_id: 'a', public_key: Buffer.of(), counter: 0 },
        ...{ transports: [], name: '', is_backed_up: false },
      },
    };
    await knex(table).insert({ user_id: adaId, ...rows[table] });
    const change = await knex.transaction();
    await change('users').where({ id: adaId }).forUpdate().first();
    const deleted = grace.ask('users.delete', { path: { id: String(adaId) } });
    await waitFor(async () => {
      const waiting = await change.raw(
        'select pid from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))',
      );
      return waiting.rows.length > 0;
    }, 'it waits for the row of the user');
    const changed = change(table)
      .where({ user_id: adaId })
      .delete()
      .finally(() => change.commit());
    const outcomes = await Promise.allSettled([changed, deleted]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  },
);

it.each(['sessions.revoke', 'access-tokens.revoke'])(
  'a user gets another password beside their own %s, and both are done',
  async (operation) => {
    const { knex } = account.context;
    const ada = await signInAs(account, 'ada');
    const row = { user_id: adaId, name: 'default', token_hash: Buffer.of() };
    const [token] = await knex('access_tokens').insert(row).returning('id');
    const session = await knex('sessions').where({ user_id: adaId }).first('id');
    const { id } = operation === 'sessions.revoke' ? session : token;
    // The line of the audit log is the last that is written.
    const pause = await knex.transaction();
    await pause.raw('lock table audit in share mode');
    const untilWaiting = (count: number) =>
      waitFor(async () => {
        const { rows } = await knex.raw(
          'select pid from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
        );
        return rows.length === count;
      }, `${count} wait`);
    const revoked = ada.ask(operation, { path: { id: String(id) } });
    await untilWaiting(1);
    const changed = grace.ask('users.update', { body: { id: adaId, password: 'another password' } });
    await untilWaiting(2);
    await pause.commit();
    const outcomes = await Promise.allSettled([revoked, changed]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  },
);

it('a user whose limit somebody else takes away is given no balance', async () => {
  account.ledger.grantOutcome = Outcome.UNLIMITED;
  const body = { id: adaId, remain_quota: 5, soft_limit_percent: 5 };
  const refusal = await faultFrom(grace.ask('users.update', { body }));
  expect(refusal).toMatchObject({ status: 200, param: 'remain_quota' });
  expect(await grace.ask('users.get', { path: { id: String(adaId) } })).toMatchObject({
    soft_limit_percent: null,
  });
  expect(account.ledger.purses.at(-1)).toMatchObject({ purse: 'user:2', softLimitPercent: undefined });
});

it('a limit that is refused after all is taken back in one with its balance', async () => {
  const { context, ledger } = account;
  await grace.ask('users.update', { body: { id: adaId, unlimited_quota: true } });
  ledger.forget();
  ledger.before = async () => {
    await context.knex('users').where({ id: graceId }).update({ role: 'user' });
  };
  const body = { id: adaId, unlimited_quota: false, remain_quota: 5_000 };
  expect(await faultFrom(grace.ask('users.update', { body }))).toMatchObject({ status: 403 });
  const [given, taken] = ledger.purses;
  expect(given).toMatchObject({ purse: 'user:2', unlimited: false, change: { units: expect.any(BigInt) } });
  expect(taken).toMatchObject({ unlimited: true, change: { units: -(given?.change?.units ?? 0n) } });
  expect(ledger.grantChanges).toEqual([]);
});

it('a balance is taken back from a user who is deleted meanwhile', async () => {
  const { context, ledger } = account;
  ledger.before = async () => {
    await context.knex('users').where({ id: adaId }).update({ removed: true, changed_version: 1_000 });
  };
  const body = { id: adaId, soft_limit_percent: 5, remain_quota: 5_000 };
  expect(await faultFrom(grace.ask('users.update', { body }))).toMatchObject({ status: 200 });
  const [given = 0n] = ledger.purses.map(({ change }) => change?.units);
  expect(ledger.grantChanges).toMatchObject([{ purse: 'user:2', units: -given }]);
});

it('a limit is not taken away by who gives a group that is deleted meanwhile', async () => {
  const { ledger } = account;
  await grace.ask('groups.put', { body: { name: 'trial' } });
  ledger.before = async () => {
    ledger.before = undefined;
    await grace.ask('groups.delete', { path: { name: 'trial' } });
  };
  const body = { id: adaId, group: 'trial', unlimited_quota: true };
  expect(await faultFrom(grace.ask('users.update', { body }))).toMatchObject({ status: 200, param: 'group' });
  expect(ledger.purses.map(({ unlimited }) => unlimited)).toEqual([true, false]);
});

it('nor that of a key', async () => {
  const { ledger } = account;
  const { id } = (await grace.ask('keys.create', { body: { name: 'mine', remain_quota: 5 } })) as {
    id: number;
  };
  await grace.ask('groups.put', { body: { name: 'trial' } });
  ledger.forget();
  ledger.before = async () => {
    ledger.before = undefined;
    await grace.ask('groups.delete', { path: { name: 'trial' } });
  };
  const body = { id, group: 'trial', unlimited_quota: true };
  expect(await faultFrom(grace.ask('keys.update', { body }))).toMatchObject({ status: 200, param: 'group' });
  expect(ledger.purses.map(({ unlimited }) => unlimited)).toEqual([true, false]);
});

it.each([
  ['user', 'users.create', { username: 'hedy', password: 'long enough', role: 1, group: 'trial' }],
  ['key', 'keys.create', { name: 'mine', group: 'trial' }],
])('a %s is not made in a group that is deleted meanwhile', async (_, operation, body) => {
  const { ledger } = account;
  await grace.ask('groups.put', { body: { name: 'trial' } });
  ledger.before = async () => {
    ledger.before = undefined;
    await grace.ask('groups.delete', { path: { name: 'trial' } });
  };
  expect(await faultFrom(grace.ask(operation, { body }))).toMatchObject({ status: 200, param: 'group' });
});
