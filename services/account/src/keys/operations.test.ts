import { ChangeGrantResponse_Outcome as Outcome } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { smallDocument } from '../testing/documents.ts';
import { type SessionClient, signInAs } from '../testing/session-client.ts';
import { createTestAccount, faultFrom, type TestAccount } from '../testing/test-account.ts';
import { verifyKey } from './rpc.ts';
import { hashKey } from './text.ts';

/** As many as the database gets from one process. */
const connections = 10;

let account: TestAccount;
let ada: SessionClient;
let root: SessionClient;
beforeEach(async () => {
  account = await createTestAccount();
  await account.apply(smallDocument());
  [ada, root] = [await signInAs(account, 'ada'), await signInAs(account, 'root')];
  account.ledger.forget();
});
afterEach(() => account.stop());

const make = async (fields: object = {}, client = ada) =>
  (await client.ask('keys.create', { body: { name: 'mine', ...fields } })) as { id: number; key: string };
const get = (id: number, client = ada) => client.ask('keys.get', { path: { id: String(id) } });
const update = (id: number, fields: object, client = ada) =>
  client.ask('keys.update', { body: { id, ...fields } });
const list = async (query: Record<string, string> = {}, client = ada) =>
  (await client.ask('keys.list', { query })) as { items: { name: string; key: string }[]; total: number };
const verified = async (text: string) => (await verifyKey(account.context, { hash: hashKey(text) })).key;
const lines = (operation: string) => account.context.knex('audit').where({ operation }).orderBy('id');

describe('a key that is made', () => {
  it('opens at once, is shown whole once, and is announced', async () => {
    const before = account.announced.length;
    const { id, key } = await make({ models: ['fast'], rpm: 5, allow_ips: ['10.0.0.0/8'], expired_time: -1 });
    expect(key).toMatch(/^sk-[A-Za-z0-9]{48}$/);
    expect(await verified(key)).toMatchObject({ userId: 2n, models: ['fast'], rpm: 5, unlimited: true });
    expect(account.announced.length).toBe(before + 1);
    expect(await get(id)).toMatchObject({
      name: 'mine',
      key: `${key.slice(0, 4)}**********${key.slice(-4)}`,
      status: 1,
      expired_time: -1,
      unlimited_quota: true,
      revealable: true,
      from_config: false,
    });
    const audited = (await lines('keys.create')).map(({ changes }) => JSON.stringify(changes));
    expect(audited).toEqual([expect.not.stringContaining(key.slice(3))]);
  });

  it('has its quota in the ledger before it has a row', async () => {
    const rows: number[] = [];
    account.ledger.before = async () => {
      rows.push((await account.context.knex('keys').where({ name: 'mine' })).length);
    };
    const { id } = await make({ remain_quota: 500_000, model_limits: { fast: 7 }, soft_limit_percent: 80 });
    expect(rows).toEqual([0, 0, 0]);
    expect(account.ledger.purses).toEqual([
      expect.objectContaining({ purse: `key:${id}:model:fast`, unlimited: false, grantedUnits: 7n }),
      expect.objectContaining({
        purse: `key:${id}`,
        unlimited: false,
        grantedUnits: 500_000n,
        softLimitPercent: 80,
      }),
    ]);
    // What is used stands in ledger: the test's says 40.
    expect(await get(id)).toMatchObject({ remain_quota: 499_960, used_quota: 40, unlimited_quota: false });
  });

  it('is not made by who is deleted meanwhile', async () => {
    account.ledger.before = async () => {
      account.ledger.before = undefined;
      await root.ask('users.manage', { body: { id: 2, action: 'delete' } });
    };
    expect(await faultFrom(make())).toMatchObject({ status: 403 });
    expect(await account.context.knex('keys').where({ name: 'mine' })).toEqual([]);
  });

  it.each([
    [{ name: 'ci' }, 'name: you have a key "ci" already.'],
    [{ group: 'vip' }, 'group: you have no group "vip" to give to a key.'],
    [{ models: ['no-such'] }, 'models: there is no model "no-such".'],
    [{ model_limits: { 'no-such': 1 } }, 'models: there is no model "no-such".'],
    [{ expired_time: 5 }, 'expired_time: has passed already; -1 is never.'],
    [{ remain_quota: -1 }, 'remain_quota: Too small: expected number to be >=0'],
    [
      { remain_quota: 5, unlimited_quota: true },
      'remain_quota: must be left out where unlimited_quota is true.',
    ],
    [{ allow_ips: ['x'] }, 'allow_ips[0]: must be an IP address or a range like 10.0.0.0/8'],
    [{ colour: 'red' }, 'colour: unknown member'],
    [{ user_id: 1 }, 'user_id: unknown member'],
  ])('with %j is refused', async (fields, message) => {
    expect(await faultFrom(make(fields))).toMatchObject({ status: 200, message });
    expect(account.ledger.purses).toEqual([]);
    expect(await list()).toMatchObject({ total: 1 });
  });

  it('may have any group when an administrator makes it, and `auto` where that stands for some', async () => {
    const { key } = await make({ group: 'vip' }, root);
    expect(await verified(key)).toMatchObject({ group: 'vip', userId: 1n });
    expect(await faultFrom(make({ name: 'other', group: 'auto' }, root))).toMatchObject({
      status: 200,
      message: 'group: "auto" stands for nothing here: the site has no auto_groups.',
    });
    await account.apply({ site: { auto_groups: ['vip'] } });
    const { key: auto } = await make({ name: 'other', group: 'auto' }, root);
    expect(await verified(auto)).toMatchObject({ group: 'auto' });
  });

  it('is refused while its user may not use the group that they gave it', async () => {
    const { key } = await make({ group: 'default' });
    const moveTo = (group: string) => root.ask('users.update', { body: { id: 2, group } });
    expect(await verified(key)).toMatchObject({ group: 'default', groupRefused: false });
    await moveTo('vip');
    expect(await verified(key)).toMatchObject({ group: 'default', groupRefused: true });
    await moveTo('default');
    expect(await verified(key)).toMatchObject({ groupRefused: false });
  });

  it('keeps no group that its user gave it and has left, where a file named it', async () => {
    const moveTo = (group: string) => root.ask('users.update', { body: { id: 2, group } });
    const ci = 'sk-ci-0123456789abcdef';
    await moveTo('vip');
    expect((await faultFrom(update(1, { group: 'vip' }))).param).toBe('group');
    await update(1, { group: '', rpm: 5 });
    await moveTo('default');
    expect(await verified(ci)).toMatchObject({ group: 'default', rpm: 5 });
  });

  it('keeps no group of an administrator who is none any more', async () => {
    await root.ask('users.manage', { body: { id: 2, action: 'promote' } });
    ada = await signInAs(account, 'ada');
    const [dear, plain] = [await make({ group: 'vip' }), await make({ name: 'plain' })];
    expect(await verified(dear.key)).toMatchObject({ group: 'vip', groupRefused: false });
    await root.ask('users.manage', { body: { id: 2, action: 'demote' } });
    expect(await verified(dear.key)).toMatchObject({ groupRefused: true });
    expect(await verified(plain.key)).toMatchObject({ group: 'default', groupRefused: false });
  });

  it('takes the name of one that was deleted, and is another', async () => {
    const first = await make();
    await ada.ask('keys.delete', { path: { id: String(first.id) } });
    const second = await make();
    expect(second.id).not.toBe(first.id);
    expect(await verified(first.key)).toBeUndefined();
    expect(await account.context.knex('keys').where({ id: first.id }).first()).toMatchObject({
      name: `mine (${first.id})`,
      sealed_text: null,
    });
    expect(await verified(second.key)).toBeDefined();
  });

  it('takes the name of one that was deleted also where a key is called as that one would be now', async () => {
    const { id } = await make();
    await ada.ask('keys.delete', { path: { id: String(id) } });
    for (const name of [`mine (${id})`, `mine (${id}) (${id})`]) await make({ name });
    const again = await make();
    expect(await get(again.id)).toMatchObject({ name: 'mine' });
    expect(await list()).toMatchObject({ total: 4 });
  });
});

describe('a key', () => {
  it('is changed in what is named, and tells what it was in the audit log', async () => {
    const { id, key } = await make({ rpm: 5 });
    await update(id, { name: 'renamed', status: 2, tpm: 9 });
    expect(await get(id)).toMatchObject({ name: 'renamed', status: 2, rpm: 5, tpm: 9 });
    expect(await verified(key)).toMatchObject({ enabled: false });
    expect(await lines('keys.update')).toMatchObject([
      {
        actor_name: 'ada',
        target_id: String(id),
        target_name: 'mine',
        changes: { name: ['mine', 'renamed'], enabled: [true, false], tpm: [0, 9] },
      },
    ]);
  });

  it('is given what makes its rest what was asked, once', async () => {
    const { id } = await make({ remain_quota: 100 });
    await update(id, { remain_quota: 500 });
    expect(account.ledger.grantChanges).toMatchObject([
      { purse: `key:${id}`, source: 'owner:later', units: 440n },
    ]);
    await update(id, { remain_quota: 60 });
    expect(account.ledger.grantChanges).toHaveLength(1);
  });

  it('is not given less than nothing', async () => {
    const { id } = await make({ remain_quota: 100 });
    account.ledger.grantOutcome = Outcome.EXCEEDS;
    const refusal = await faultFrom(update(id, { remain_quota: 1, rpm: 3 }));
    expect(refusal.message).toBe('remain_quota: less would be left than nothing.');
    expect(await get(id)).toMatchObject({ rpm: 0 });
  });

  it('whose limit is taken away meanwhile is given no balance', async () => {
    const { id } = await make({ remain_quota: 100 });
    account.ledger.grantOutcome = Outcome.UNLIMITED;
    const refusal = await faultFrom(update(id, { remain_quota: 70, rpm: 3 }));
    expect(refusal).toMatchObject({ status: 200, param: 'remain_quota' });
    expect(await get(id)).toMatchObject({ rpm: 0 });
  });

  it('loses its limit and gets one again', async () => {
    const { id } = await make({ remain_quota: 100 });
    account.ledger.forget();
    await update(id, { unlimited_quota: true });
    expect(account.ledger.purses).toMatchObject([{ unlimited: true, source: 'owner', grantedUnits: 100n }]);
    account.ledger.forget();
    const refused = update(id, { remain_quota: 5, model_limits: { fast: 7 } });
    expect((await faultFrom(refused)).message).toContain('has no limit');
    expect(account.ledger.purses).toEqual([]);
    await update(id, { unlimited_quota: true, remain_quota: 0, rpm: 9 });
    expect(await get(id)).toMatchObject({ unlimited_quota: true, rpm: 9 });
    await update(id, { unlimited_quota: false, remain_quota: 60 });
    expect(await get(id)).toMatchObject({ unlimited_quota: false });
  });

  it('of which a change is refused is none other to ledger either', async () => {
    await make({ name: 'taken' });
    const { id } = await make({ remain_quota: 100 });
    account.ledger.forget();
    const refusal = await faultFrom(update(id, { name: 'taken', unlimited_quota: true }));
    expect(refusal.message).toBe('name: you have another key "taken".');
    expect(account.ledger.purses).toEqual([]);
  });

  it('may have the name of a key that was deleted', async () => {
    const { id: deleted } = await make({ name: 'old' });
    await ada.ask('keys.delete', { path: { id: String(deleted) } });
    const { id } = await make();
    await update(id, { name: 'old' });
    expect(await get(id)).toMatchObject({ name: 'old' });
    const { knex } = account.context;
    expect(await knex('keys').where({ id: deleted }).first('name')).toEqual({ name: `old (${deleted})` });
  });

  it('that changed while ledger was told is read again', async () => {
    const { id } = await make();
    const { knex } = account.context;
    let isFirst = true;
    account.ledger.before = async () => {
      if (!isFirst) return;
      isFirst = false;
      await knex('keys').where({ id }).update({ rpm: 77, changed_version: 1_000 });
    };
    await update(id, { unlimited_quota: false, tpm: 3 });
    expect(await get(id)).toMatchObject({ rpm: 77, tpm: 3 });
  });

  it('keeps nobody waiting while ledger does not answer a change of it', async () => {
    const made = [];
    for (let index = 0; index < connections; index += 1) made.push(await make({ name: `of ${index}` }));
    const answers = Promise.withResolvers<void>();
    let asked = 0;
    account.ledger.before = () => {
      asked += 1;
      return answers.promise;
    };
    const changes = made.map(({ id }) => update(id, { soft_limit_percent: 5, unlimited_quota: false }));
    await waitFor(() => asked === connections, 'ledger is asked of all of them');
    expect(await verified(made[0]?.key ?? '')).toMatchObject({ name: 'of 0' });
    answers.resolve();
    await Promise.all(changes);
    expect(await get(made[0]?.id ?? 0)).toMatchObject({ soft_limit_percent: 5 });
  });

  it('is to ledger what it is here, in whatever order two changes at once reach it', async () => {
    const { id } = await make({ remain_quota: 100 });
    const other = Promise.withResolvers<void>();
    let isFirst = true;
    account.ledger.before = async () => {
      if (!isFirst) return;
      isFirst = false;
      await other.promise;
    };
    const slow = update(id, { soft_limit_percent: 5 });
    await waitFor(() => !isFirst, 'ledger is asked');
    await update(id, { soft_limit_percent: 7, rpm: 3 });
    other.resolve();
    await slow;
    expect(await get(id)).toMatchObject({ soft_limit_percent: 5, rpm: 3 });
    expect(account.ledger.purses.at(-1)).toMatchObject({ purse: `key:${id}`, softLimitPercent: 5 });
  });

  it('is told to ledger again by who finds it changed to what they wanted', async () => {
    const { id } = await make({ unlimited_quota: true });
    const other = Promise.withResolvers<void>();
    let isFirst = true;
    account.ledger.before = async () => {
      if (!isFirst) return;
      isFirst = false;
      await other.promise;
    };
    const slow = update(id, { soft_limit_percent: 5 });
    await waitFor(() => !isFirst, 'ledger is asked');
    await update(id, { soft_limit_percent: 5, unlimited_quota: false });
    other.resolve();
    await slow;
    expect(await get(id)).toMatchObject({ soft_limit_percent: 5, unlimited_quota: false });
    expect(account.ledger.purses.at(-1)).toMatchObject({ purse: `key:${id}`, unlimited: false });
  });

  it('that is refused at last is to ledger what its row says', async () => {
    const { id } = await make({ remain_quota: 100, soft_limit_percent: 7 });
    account.ledger.before = async () => {
      account.ledger.before = undefined;
      await make({ name: 'other' });
    };
    const fields = { name: 'other', soft_limit_percent: 5, budgets: [{ every: 'day', usd: '9' }] };
    expect((await faultFrom(update(id, { ...fields, remain_quota: 500 }))).message).toContain('another key');
    const purse = `key:${id}`;
    expect(account.ledger.purses.at(-1)).toMatchObject({ purse, softLimitPercent: 7 });
    expect(account.ledger.budgets.at(-1)).toEqual({ owner: purse, budgets: [] });
    const units = account.ledger.purses.flatMap(({ change }) => change?.units ?? []);
    expect(units).toEqual([440n, -440n]);
  });

  it('that is refused at last takes nothing back from who changed it meanwhile', async () => {
    const { id } = await make({ remain_quota: 100 });
    const { openPurse } = account.ledger;
    const [isTold, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let changed: Promise<unknown> | undefined;
    account.ledger.openPurse = async (request) => {
      const answer = await openPurse(request);
      if (request.softLimitPercent === 5) {
        await make({ name: 'other' });
        changed = update(id, { soft_limit_percent: 9 });
        await isTold.promise;
      }
      if (request.softLimitPercent === 9) {
        isTold.resolve();
        await mayEnd.promise;
      }
      return answer;
    };
    await faultFrom(update(id, { name: 'other', soft_limit_percent: 5 }));
    mayEnd.resolve();
    await changed;
    expect(await get(id)).toMatchObject({ soft_limit_percent: 9 });
    expect(account.ledger.purses.at(-1)).toMatchObject({ purse: `key:${id}`, softLimitPercent: 9 });
  });

  it('of somebody else looks like one that is not there', async () => {
    const { id } = await make({}, root);
    const unknown = { status: 200, message: 'There is no such key.' };
    expect(await faultFrom(get(id))).toMatchObject(unknown);
    expect(await faultFrom(update(id, { rpm: 1 }))).toMatchObject(unknown);
    expect(await faultFrom(ada.ask('keys.delete', { path: { id: String(id) } }))).toMatchObject(unknown);
    expect(await ada.ask('keys.delete-many', { body: { ids: [id] } })).toBe(0);
    expect(await get(id, root)).toMatchObject({ id });
  });

  it('is shown whole again to who has just confirmed, and never else', async () => {
    const { id, key } = await make();
    const reveal = () => ada.ask('keys.reveal', { path: { id: String(id) } });
    expect(await faultFrom(reveal())).toMatchObject({ status: 403 });
    const { knex } = account.context;
    const fresh = new Date(Date.now() + 60_000);
    await knex('sessions').where({ token_hash: ada.tokenHash }).update({ verified_until: fresh });
    expect(await reveal()).toEqual({ key });
    expect(await ada.ask('keys.reveal-many', { body: { ids: [id, 1] } })).toEqual({ keys: { [id]: key } });
    expect(await lines('keys.reveal')).toHaveLength(1);
    const { id: fromFile } = (await list({ keyword: 'ci' })).items[0] as unknown as { id: number };
    const document = smallDocument();
    document.keys.push({ name: 'mine', user: 'ada', key: 'sk-of-the-file-0123456789', rpm: 3 } as never);
    await account.apply(document);
    expect((await faultFrom(reveal())).message).toContain('was not kept');
    const notKept = await faultFrom(ada.ask('keys.reveal', { path: { id: String(fromFile) } }));
    expect(notKept.message).toContain('was not kept');
  });
});

describe('a list of keys', () => {
  it('has pages, the newest first, and finds names and ends', async () => {
    const made = [];
    for (const name of ['a_1', 'a_2', 'ab1']) made.push(await make({ name }));
    expect((await list({ page_size: '2' })).items.map(({ name }) => name)).toEqual(['ab1', 'a_2']);
    expect((await list({ page_size: '2', p: '2' })).items.map(({ name }) => name)).toEqual(['a_1', 'ci']);
    expect(await list({ keyword: 'A_' })).toMatchObject({ total: 2 });
    const end = made[0]?.key.slice(-4) ?? '';
    expect(await list({ keyword: end })).toMatchObject({ items: [{ name: 'a_1' }], total: 1 });
  });

  it("is one's own; administrators see everybody's", async () => {
    await make();
    expect((await list({}, root)).items.map(({ name }) => name)).toEqual(['ops']);
    const all = (await root.ask('keys.list-all')) as { total: number };
    expect(all.total).toBe(3);
    expect(await root.ask('keys.list-all', { query: { user_id: '2' } })).toMatchObject({ total: 2 });
    expect((await faultFrom(ada.ask('keys.list-all'))).status).toBe(403);
  });
});
