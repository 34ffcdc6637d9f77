import { ChangeGrantResponse_Outcome as Outcome } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyKey } from '../../keys/rpc.ts';
import { hashKey } from '../../keys/text.ts';
import { smallDocument } from '../../testing/documents.ts';
import { type SessionClient, signInAs } from '../../testing/session-client.ts';
import { createTestAccount, faultFrom, type TestAccount } from '../../testing/test-account.ts';

/** As many as the database gets from one process. */
const connections = 10;

const [rootId, adaId, graceId, alanId] = [1, 2, 3, 4];

let account: TestAccount;
let root: SessionClient;
let grace: SessionClient;
let ada: SessionClient;
beforeEach(async () => {
  account = await createTestAccount();
  const document = smallDocument();
  const admins = ['grace', 'alan'].map((username) => ({ username, role: 'admin', quota_usd: 1 }));
  await account.apply({ ...document, users: [...document.users, ...admins] });
  [root, grace, ada] = await Promise.all([
    signInAs(account, 'root'),
    signInAs(account, 'grace'),
    signInAs(account, 'ada'),
  ]);
  account.ledger.forget();
});
afterEach(() => account.stop());

interface Shown {
  id: number;
  username: string;
}
const create = async (fields: object, client = grace) =>
  (await client.ask('users.create', {
    body: { username: 'eve', password: 'password of eve', ...fields },
  })) as { id: number };
const get = (id: number) => grace.ask('users.get', { path: { id: String(id) } });
const update = (id: number, fields: object, client = grace) =>
  client.ask('users.update', { body: { id, ...fields } });
const manage = (id: number, action: string, client = root) =>
  client.ask('users.manage', { body: { id, action } });
const list = async (query: Record<string, string> = {}) =>
  (await grace.ask('users.list', { query })) as { items: Shown[]; total: number };
const names = async (query: Record<string, string>) =>
  (await list(query)).items.map(({ username }) => username);
const knows = async (username: string, password: string) => {
  const { password_hash: hash } = await account.context.knex('users').where({ username }).first();
  return account.context.passwords.verify(password, hash);
};
const lines = (operation: string) => account.context.knex('audit').where({ operation }).orderBy('id');
const adaKey = async () =>
  (await verifyKey(account.context, { hash: hashKey('sk-ci-0123456789abcdef') })).key;

describe('a user who is made', () => {
  it('can sign in, has the quota that was said, and is announced', async () => {
    const before = account.announced.length;
    const { id } = await create({ group: 'vip', remain_quota: 500, display_name: 'Eve' });
    expect(account.announced.length).toBe(before + 1);
    expect(account.ledger.purses).toMatchObject([
      { purse: `user:${id}`, unlimited: false, grantedUnits: 0n, source: 'administration' },
    ]);
    expect(account.ledger.grantChanges).toMatchObject([
      { purse: `user:${id}`, source: `admin:${graceId}`, units: 500n },
    ]);
    expect(await knows('eve', 'password of eve')).toBe(true);
    expect(await get(id)).toMatchObject({
      username: 'eve',
      display_name: 'Eve',
      group: 'vip',
      role: 1,
      status: 1,
      unlimited_quota: false,
      key_count: 0,
      from_config: false,
      last_seen_time: null,
      email: '',
    });
    const [line] = await lines('users.create');
    expect(line).toMatchObject({ actor_name: 'grace', target_id: String(id), target_name: 'eve' });
    expect(JSON.stringify(line.changes)).not.toContain('password of eve');
  });

  it('has no quota unless it is said', async () => {
    const { id } = await create({});
    expect(account.ledger.grantChanges).toEqual([]);
    expect(await account.context.knex('users').where({ id }).first()).toMatchObject({ unlimited: false });
  });

  it('has their quota in the ledger before they have a row', async () => {
    const rows: number[] = [];
    account.ledger.before = async () => {
      rows.push((await account.context.knex('users').where({ username: 'eve' })).length);
    };
    await create({ remain_quota: 5 });
    expect(rows).toEqual([0, 0, 0]);
  });

  it('has a name that nobody had', async () => {
    const { id } = await create({});
    await manage(id, 'delete');
    expect((await faultFrom(create({}))).message).toContain('was, a user "eve"');
  });

  it.each([
    [{ username: 'ada' }, 'username: there is, or was, a user "ada".'],
    [{ username: 'a b' }, 'username: must be letters, digits, dots, dashes and underlines'],
    [{ username: 'password', password: 'Password' }, 'password: must not be the username'],
    [{ password: 'short' }, 'password: must have at least 8 characters'],
    [{ group: 'no-such' }, 'group: there is no group "no-such".'],
    [{ group: 'auto' }, 'group: "auto" stands for nothing here: the site has no auto_groups.'],
    [{ remain_quota: -1 }, 'remain_quota: Too small: expected number to be >=0'],
    [
      { remain_quota: 5, unlimited_quota: true },
      'remain_quota: must be left out where unlimited_quota is true.',
    ],
    [{ from_config: true }, 'from_config: unknown member'],
  ])('with %j is refused', async (fields, message) => {
    expect(await faultFrom(create(fields))).toMatchObject({ status: 200, message });
    expect(account.ledger.purses).toEqual([]);
    expect(await list()).toMatchObject({ total: 4 });
  });
});

describe('a user', () => {
  it('is changed in what is named, and the audit log tells what it was', async () => {
    await update(adaId, { display_name: 'Countess', group: 'vip', password: 'a new password' });
    expect(await get(adaId)).toMatchObject({ display_name: 'Countess', group: 'vip', username: 'ada' });
    expect(await lines('users.update')).toMatchObject([
      {
        actor_name: 'grace',
        target_name: 'ada',
        changes: {
          display_name: ['ada', 'Countess'],
          group: ['default', 'vip'],
          password: ['***', 'changed'],
        },
      },
    ]);
    expect((await adaKey())?.group).toBe('vip');
    expect(await knows('ada', 'ada password')).toBe(false);
    expect(await knows('ada', 'a new password')).toBe(true);
    // Whoever knew the old one is out.
    expect(await faultFrom(ada.ask('sessions.list'))).toMatchObject({ status: 401 });
  });

  it('is given what makes their rest what was asked, once', async () => {
    await update(adaId, { remain_quota: 10_000_000 });
    expect(account.ledger.grantChanges).toMatchObject([
      { purse: 'user:2', source: `admin:${graceId}`, units: 40n },
    ]);
    await update(adaId, { remain_quota: 9_999_960 });
    expect(account.ledger.grantChanges).toHaveLength(1);
    expect(account.ledger.purses).toEqual([]);
  });

  it('is not given less than nothing', async () => {
    account.ledger.grantOutcome = Outcome.EXCEEDS;
    const refusal = await faultFrom(update(adaId, { remain_quota: 1, group: 'vip' }));
    expect(refusal.message).toBe('remain_quota: less would be left than nothing.');
    expect(await get(adaId)).toMatchObject({ group: 'default' });
  });

  it('loses their limit, and keeps what a file granted', async () => {
    await update(adaId, { unlimited_quota: true });
    expect(account.ledger.purses).toMatchObject([
      { purse: 'user:2', unlimited: true, source: 'config', grantedUnits: 10_000_000n },
    ]);
    account.ledger.forget();
    const refused = update(adaId, { remain_quota: 5, budgets: [{ every: 'day', usd: 2 }] });
    expect((await faultFrom(refused)).message).toContain('has no limit');
    expect(account.ledger.budgets).toEqual([]);
  });

  it('has budgets and a soft limit', async () => {
    await update(adaId, { budgets: [{ every: 'day', usd: 2 }], soft_limit_percent: 80 });
    expect(account.ledger.budgets).toMatchObject([{ owner: 'user:2', budgets: [{ units: 1_000_000n }] }]);
    expect(account.ledger.purses).toMatchObject([{ softLimitPercent: 80 }]);
    await update(adaId, { display_name: 'Ada' });
    expect(await get(adaId)).toMatchObject({
      budgets: [{ every: 'day', usd: 2, time_zone: 'UTC' }],
      soft_limit_percent: 80,
    });
  });

  it('who changed while ledger was told is read again', async () => {
    const { knex } = account.context;
    let isFirst = true;
    account.ledger.before = async () => {
      if (!isFirst) return;
      isFirst = false;
      await knex('users').where({ id: adaId }).update({ group_name: 'vip', changed_version: 1_000 });
    };
    await update(adaId, { soft_limit_percent: 5 });
    expect(await get(adaId)).toMatchObject({ group: 'vip', soft_limit_percent: 5 });
  });

  it('who calls themselves something else while ledger was told is read again as well', async () => {
    let isFirst = true;
    account.ledger.before = async () => {
      if (!isFirst) return;
      isFirst = false;
      await ada.ask('users.change-self', { body: { display_name: 'Ada L.' } });
    };
    await update(adaId, { soft_limit_percent: 5 });
    expect(await get(adaId)).toMatchObject({ display_name: 'Ada L.', soft_limit_percent: 5 });
  });

  it('keeps nobody waiting while ledger does not answer changes of them', async () => {
    const answers = Promise.withResolvers<void>();
    let asked = 0;
    account.ledger.before = () => {
      asked += 1;
      return answers.promise;
    };
    const percents = Array.from({ length: connections }, (_, index) => index + 1);
    const changes = percents.map((percent) => update(adaId, { soft_limit_percent: percent }));
    await waitFor(() => asked === connections, 'ledger is asked of all changes');
    expect(await adaKey()).toMatchObject({ userId: 2n });
    answers.resolve();
    await Promise.all(changes);
    const { soft_limit_percent: last } = (await get(adaId)) as { soft_limit_percent: number };
    expect(account.ledger.purses.at(-1)).toMatchObject({ softLimitPercent: last });
  });

  it('is told to ledger again by who finds them changed to what they wanted', async () => {
    await update(adaId, { unlimited_quota: true });
    const other = Promise.withResolvers<void>();
    let isFirst = true;
    account.ledger.before = async () => {
      if (!isFirst) return;
      isFirst = false;
      await other.promise;
    };
    const slow = update(adaId, { soft_limit_percent: 5 });
    await waitFor(() => !isFirst, 'ledger is asked');
    await update(adaId, { soft_limit_percent: 5, unlimited_quota: false });
    other.resolve();
    await slow;
    expect(await get(adaId)).toMatchObject({ unlimited_quota: false });
    expect(account.ledger.purses.at(-1)).toMatchObject({ purse: 'user:2', unlimited: false });
  });

  it('is to ledger what their row says when a change of them is refused at last', async () => {
    account.ledger.before = async () => {
      account.ledger.before = undefined;
      await manage(graceId, 'demote');
    };
    const fields = { soft_limit_percent: 5, remain_quota: 0, budgets: [{ every: 'day', usd: '9' }] };
    expect(await faultFrom(update(adaId, fields))).toMatchObject({ status: 403 });
    expect(account.ledger.purses.map(({ softLimitPercent }) => softLimitPercent)).toEqual([5, undefined]);
    expect(account.ledger.budgets.at(-1)).toEqual({ owner: 'user:2', budgets: [] });
    const [taken = 0n, given = 0n] = account.ledger.purses.map(({ change }) => change?.units);
    expect(taken).toBeLessThan(0n);
    expect(given).toBe(-taken);
  });

  it('is called something else unless a file names them', async () => {
    const { id } = await create({});
    await update(id, { username: 'eva' });
    expect(await get(id)).toMatchObject({ username: 'eva' });
    await update(id, { username: 'Eva' });
    expect((await faultFrom(update(id, { username: 'ADA' }))).message).toContain('is, or was');
    expect((await faultFrom(update(adaId, { username: 'lovelace' }))).message).toContain('file');
  });
});

describe('what a user may', () => {
  it('ends with the commit that disables them: sessions and keys', async () => {
    const before = (await adaKey())?.userEnabled;
    const announced = account.announced.length;
    expect(await manage(adaId, 'disable', grace)).toEqual({ role: 1, status: 2 });
    expect([before, (await adaKey())?.userEnabled]).toEqual([true, false]);
    expect(await faultFrom(ada.ask('sessions.list'))).toMatchObject({ status: 401 });
    const { changed_version: version } = await account.context.knex('users').where({ id: adaId }).first();
    expect(account.announced.slice(announced)).toMatchObject([{ keysVersion: version }]);
    expect(await manage(adaId, 'enable', grace)).toEqual({ role: 1, status: 1 });
    // A session that was ended is not back.
    expect(await faultFrom(ada.ask('sessions.list'))).toMatchObject({ status: 401 });
    expect(await manage(adaId, 'enable', grace)).toEqual({ role: 1, status: 1 });
    expect(await lines('users.manage')).toHaveLength(2);
  });

  it('is an administrator once root says so, by a new session', async () => {
    expect(await manage(adaId, 'promote')).toEqual({ role: 10, status: 1 });
    expect(await faultFrom(ada.ask('users.list'))).toMatchObject({ status: 401 });
    const again = await signInAs(account, 'ada');
    await again.ask('users.list');
    expect(await manage(adaId, 'demote')).toEqual({ role: 1, status: 1 });
    expect(await faultFrom(again.ask('users.list'))).toMatchObject({ status: 401 });
  });

  it('is gone with their keys, and the row remembers who they were', async () => {
    await grace.ask('users.delete', { path: { id: String(adaId) } });
    expect(await adaKey()).toBeUndefined();
    expect(await faultFrom(get(adaId))).toMatchObject({ message: 'There is no such user.' });
    expect(await names({})).toEqual(['alan', 'grace', 'root']);
    expect(await lines('users.delete')).toMatchObject([{ target_name: 'ada' }]);
    expect(await faultFrom(manage(adaId, 'enable'))).toMatchObject({ message: 'There is no such user.' });
  });
});

describe('nobody', () => {
  const allActions = ['enable', 'disable', 'delete', 'promote', 'demote'];
  const snapshot = () => account.context.knex('users').orderBy('id');

  it.each([
    ['an equal', alanId],
    ['themselves', graceId],
    ['root', rootId],
  ])('who is an administrator changes %s', async (_who, id) => {
    const before = await snapshot();
    for (const action of allActions)
      expect(await faultFrom(manage(id, action, grace))).toMatchObject({ status: 403 });
    expect(await faultFrom(update(id, { remain_quota: 1 }))).toMatchObject({ status: 403 });
    expect(await faultFrom(update(id, { password: 'mine from now on' }))).toMatchObject({ status: 403 });
    expect(await faultFrom(grace.ask('users.delete', { path: { id: String(id) } }))).toMatchObject({
      status: 403,
    });
    expect(await snapshot()).toEqual(before);
    expect(account.ledger.grantChanges).toEqual([]);
  });

  it('but root changes roles', async () => {
    expect(await faultFrom(manage(adaId, 'promote', grace))).toMatchObject({ status: 403 });
    expect(await faultFrom(create({ role: 10 }))).toMatchObject({ status: 403 });
    expect(await faultFrom(create({ role: 100 }, root))).toMatchObject({ status: 403 });
    expect(await create({ role: 10 }, root)).toMatchObject({ id: expect.any(Number) });
  });

  it('takes root out of use, root neither', async () => {
    const document = smallDocument();
    document.users.push({ username: 'second', password: 'second password', role: 'root' } as never);
    await account.apply(document);
    const { id } = await account.context.knex('users').where({ username: 'second' }).first('id');
    const before = await snapshot();
    for (const target of [rootId, Number(id)])
      for (const action of ['disable', 'delete', 'promote', 'demote'])
        expect(await faultFrom(manage(target, action))).toMatchObject({ status: 200 });
    expect(await snapshot()).toEqual(before);
  });

  it('does to themselves what asks them for a proof, root neither', async () => {
    const before = await snapshot();
    const path = { id: String(rootId) };
    for (const ask of [
      () => update(rootId, { password: 'of a stranger', display_name: 'mine' }, root),
      () => root.ask('second-factors.remove', { path }),
      () => root.ask('passkeys.reset', { path }),
    ])
      expect(await faultFrom(ask())).toMatchObject({
        status: 200,
        message: 'You cannot do this to yourself. Change your own account instead.',
      });
    expect(await snapshot()).toEqual(before);
    expect(account.ledger.purses).toEqual([]);
  });

  it('who is a plain user gets there', async () => {
    for (const operation of ['users.list', 'users.get', 'users.create', 'users.update', 'users.manage'])
      expect(await faultFrom(ada.ask(operation))).toMatchObject({ status: 403 });
  });

  it('changes anybody with a role that was taken meanwhile', async () => {
    const { knex } = account.context;
    account.ledger.before = async () => {
      await knex('users').where({ id: graceId }).update({ role: 'user' });
    };
    expect(await faultFrom(update(adaId, { soft_limit_percent: 5 }))).toMatchObject({ status: 403 });
    expect(await lines('users.update')).toEqual([]);
  });
});

describe('a list of users', () => {
  it('has pages, the newest first, with quota and keys', async () => {
    expect(await list({ page_size: '2', p: '2' })).toMatchObject({
      total: 4,
      items: [
        { username: 'ada', remain_quota: 9_999_960, used_quota: 40, key_count: 1, from_config: true },
        { username: 'root', remain_quota: 0, unlimited_quota: true, key_count: 1 },
      ],
    });
  });

  it('finds by name, group, role and status', async () => {
    await update(adaId, { display_name: 'Count_ess', group: 'vip' });
    expect(await names({ keyword: 'T_E' })).toEqual(['ada']);
    expect(await names({ keyword: 'ra' })).toEqual(['grace']);
    await account.context.knex('users').where({ id: adaId }).update({ email: 'ada@mail.example' });
    expect(await names({ keyword: 'MAIL.ex' })).toEqual(['ada']);
    expect(await names({ group: 'vip' })).toEqual(['ada']);
    expect(await names({ role: '10' })).toEqual(['alan', 'grace']);
    await manage(alanId, 'disable');
    expect(await names({ role: '10', status: '2' })).toEqual(['alan']);
    expect((await faultFrom(list({ role: '11' }))).status).toBe(200);
  });
});
