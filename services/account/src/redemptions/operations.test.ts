import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { Metadata, status as rpcStatus } from '@grpc/grpc-js';
import { ChangeGrantResponse_Outcome as Outcome } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { passBy, type Stage } from '../stage.ts';
import { smallDocument } from '../testing/documents.ts';
import { type SessionClient, signInAs } from '../testing/session-client.ts';
import { createTestAccount, faultFrom, type TestAccount } from '../testing/test-account.ts';
import { finishClaims } from './finish.ts';

let account: TestAccount;
let root: SessionClient;
let ada: SessionClient;
let bob: SessionClient;
beforeEach(async () => {
  account = await createTestAccount();
  const document = smallDocument();
  document.users.push({ username: 'bob', password: 'bob password', quota_usd: 1 });
  await account.apply(document);
  [root, ada, bob] = await Promise.all([
    signInAs(account, 'root'),
    signInAs(account, 'ada'),
    signInAs(account, 'bob'),
  ]);
});
afterEach(() => account.stop());

const make = async (fields: object = {}) =>
  (await root.ask('redemptions.create', { body: { name: 'spring', quota: 500, ...fields } })) as string[];
const makeOne = async (fields: object = {}) => (await make(fields))[0] ?? '';
const redeem = (client: SessionClient, key: string) => client.ask('redemptions.redeem', { body: { key } });
const list = async (query: Record<string, string> = {}) =>
  (await root.ask('redemptions.list', { query })) as {
    items: { id: number; status: number }[];
    total: number;
  };
const theOne = async () => (await list()).items[0] ?? { id: 0, status: 0 };
const lines = (operation: string) => account.context.knex('audit').where({ operation }).orderBy('id');
/** The entries that ledger was asked for, each once however often. */
const entries = () => new Map(account.ledger.grantChanges.map((change) => [change.id, change]));
const dieAt = (at: Stage) => {
  account.context.reach = (stage) => {
    if (stage === at) throw new Error('the process dies here');
  };
};
const live = () => {
  account.context.reach = passBy;
  account.ledger.before = undefined;
};

describe('codes that are made', () => {
  it('are shown whole once, and kept as hashes', async () => {
    const codes = await make({ count: 3 });
    expect(new Set(codes).size).toBe(3);
    for (const code of codes) expect(code).toMatch(/^[0-9a-f]{32}$/);
    const { items, total } = await list();
    expect(total).toBe(3);
    const rows = [...(await lines('redemptions.create')), ...(await account.context.knex('redemptions'))];
    const kept = inspect([items, rows], { depth: null, maxArrayLength: null });
    for (const code of codes) expect(kept).not.toContain(code.slice(4));
    expect(items.at(-1)).toMatchObject({
      name: 'spring',
      key: `${codes[0]?.slice(0, 4)}**********`,
      status: 1,
      quota: 500,
      expired_time: -1,
      redeemed_time: null,
      used_user_id: null,
    });
    expect(await lines('redemptions.create')).toHaveLength(3);
  });

  it('are made once, however often they are asked for under an id, and their texts are answered each time', async () => {
    const id = randomUUID();
    const codes = await make({ id, count: 3 });
    const again = [make({ id: id.toUpperCase(), count: 3 }), make({ id, count: 3 })];
    expect(await Promise.all(again)).toEqual([codes, codes]);
    expect(await list()).toMatchObject({ total: 3 });
    expect(await lines('redemptions.create')).toHaveLength(3);
    expect(await redeem(ada, codes[2] ?? '')).toBe(500);
  });

  it('at once under an id are the same', async () => {
    const id = randomUUID();
    const [codes, ...others] = await Promise.all([1, 2, 3, 4].map(() => make({ id, count: 2 })));
    for (const other of others) expect(other).toEqual(codes);
    expect(await list()).toMatchObject({ total: 2 });
  });

  it.each([{ name: 'autumn' }, { quota: 501 }, { count: 2 }, { expired_time: 4_000_000_000 }])(
    'are not made under an id of others: %j',
    async (fields) => {
      const id = randomUUID();
      await make({ id });
      expect(await faultFrom(make({ id, ...fields }))).toMatchObject({ reason: 'change_id_used' });
      expect(await list()).toMatchObject({ total: 1 });
    },
  );

  it('and deleted are not answered again', async () => {
    const id = randomUUID();
    await make({ id });
    await root.ask('redemptions.delete', { path: { id: String((await theOne()).id) } });
    expect(await faultFrom(make({ id }))).toMatchObject({ reason: 'change_id_used' });
  });

  it('are those of one administrator: under the same id another makes others', async () => {
    const id = randomUUID();
    const codes = await make({ id });
    await account.context.knex('users').where({ username: 'bob' }).update({ role: 'admin' });
    const body = { name: 'spring', quota: 500, id };
    expect(await bob.ask('redemptions.create', { body })).not.toEqual(codes);
  });

  it('cannot be told from what is stored: neither they nor their id are', async () => {
    const id = randomUUID();
    await make({ id });
    const { knex } = account.context;
    const kept = inspect([await knex('redemption_batches'), await knex('audit')], { depth: null });
    expect(kept).not.toContain(id);
  });

  it.each([
    { quota: 0 },
    { count: 101 },
    { count: 0 },
    { expired_time: 5 },
    { name: '' },
    { code: 'mine' },
    { id: 'mine' },
  ])('are not made of %j', async (fields) => {
    expect(await faultFrom(make(fields))).toMatchObject({ status: 200 });
    expect(await list()).toMatchObject({ total: 0 });
  });

  it('are for administrators', async () => {
    for (const operation of ['list', 'get', 'create', 'update', 'delete', 'delete-invalid'])
      expect(await faultFrom(ada.ask(`redemptions.${operation}`))).toMatchObject({ status: 403 });
  });
});

describe('a code', () => {
  it('credits whoever sends it, once', async () => {
    const code = await makeOne();
    expect(await redeem(ada, ` ${code.toUpperCase()} `)).toBe(500);
    const { id } = await theOne();
    expect(account.ledger.grantChanges).toMatchObject([
      { purse: 'user:2', source: `redemption:${id}`, units: 500n },
    ]);
    for (const client of [ada, bob])
      expect(await faultFrom(redeem(client, code))).toMatchObject({ message: 'This code has been used.' });
    expect(account.ledger.grantChanges).toHaveLength(1);
    expect(await root.ask('redemptions.get', { path: { id: String(id) } })).toMatchObject({
      status: 3,
      used_user_id: 2,
      used_username: 'ada',
      credited: true,
    });
    expect(await lines('redemptions.redeem')).toMatchObject([
      { actor_name: 'ada', target_kind: 'redemption', changes: { redeemed: [null, 500] } },
    ]);
  });

  it('that two users send at once is one of theirs', async () => {
    const code = await makeOne();
    const clients = [ada, bob, ada, bob, ada, bob];
    const outcomes = await Promise.allSettled(clients.map((client) => redeem(client, code)));
    expect(entries().size).toBe(1);
    const { redeemed_by: winner } = await account.context.knex('redemptions').first();
    for (const { purse } of account.ledger.grantChanges) expect(purse).toBe(`user:${winner}`);
    const won = clients.filter((_, index) => outcomes[index]?.status === 'fulfilled');
    expect(won.length).toBeGreaterThan(0);
    expect(new Set(won)).toEqual(new Set([String(winner) === '2' ? ada : bob]));
    expect(await lines('redemptions.redeem')).toHaveLength(1);
  });

  it.each([
    ['after-claim', 0],
    ['after-credit', 1],
  ] as const)('is neither lost nor credited twice by a process that dies %s', async (stage, asked) => {
    const code = await makeOne();
    dieAt(stage);
    await expect(redeem(ada, code)).rejects.toThrow('dies here');
    expect(account.ledger.grantChanges).toHaveLength(asked);
    live();
    expect(await faultFrom(redeem(bob, code))).toMatchObject({ message: 'This code has been used.' });
    expect(await redeem(ada, code)).toBe(500);
    expect([...entries().values()]).toMatchObject([{ purse: 'user:2', units: 500n }]);
    expect(await faultFrom(redeem(ada, code))).toMatchObject({ message: 'This code has been used.' });
    expect(await lines('redemptions.redeem')).toHaveLength(1);
  });

  it.each(['after-claim', 'after-credit'] as const)(
    'is credited by account itself when nobody sends it again after it died %s',
    async (stage) => {
      const code = await makeOne();
      dieAt(stage);
      await expect(redeem(ada, code)).rejects.toThrow('dies here');
      live();
      await finishClaims(account.context);
      expect(await theOne()).toMatchObject({ credited: false });
      await Promise.all([1, 2].map(() => finishClaims(account.context, { olderThanMs: 0 })));
      expect([...entries().values()]).toMatchObject([{ purse: 'user:2', units: 500n }]);
      expect(await theOne()).toMatchObject({ credited: true });
      const asked = account.ledger.grantChanges.length;
      await finishClaims(account.context, { olderThanMs: 0 });
      expect(account.ledger.grantChanges).toHaveLength(asked);
    },
  );

  it('stays whose it is while ledger is away, and cannot be deleted', async () => {
    const code = await makeOne();
    account.ledger.before = () => {
      throw Object.assign(new Error('away'), {
        code: rpcStatus.UNAVAILABLE,
        details: '',
        metadata: new Metadata(),
      });
    };
    expect(await faultFrom(redeem(ada, code))).toMatchObject({ status: 503 });
    const { id } = await theOne();
    const deleting = root.ask('redemptions.delete', { path: { id: String(id) } });
    expect((await faultFrom(deleting)).message).toContain('still to be credited');
    expect(await root.ask('redemptions.delete-invalid')).toBe(0);
    live();
    expect(await redeem(ada, code)).toBe(500);
    expect(await root.ask('redemptions.delete-invalid')).toBe(1);
    expect(await faultFrom(redeem(ada, code))).toMatchObject({ message: 'There is no such code.' });
    expect(entries().size).toBe(1);
  });

  it('is of no use to who has no limit, and stays for others', async () => {
    const code = await makeOne();
    for (let times = 0; times < 12; times++)
      expect((await faultFrom(redeem(root, code))).message).toContain('nothing to top up');
    expect(await redeem(ada, code)).toBe(500);
  });

  it('whose user is without a limit meanwhile waits for them to have one', async () => {
    const code = await makeOne();
    account.ledger.grantOutcome = Outcome.UNLIMITED;
    expect((await faultFrom(redeem(ada, code))).message).toContain('nothing to top up');
    expect((await faultFrom(redeem(bob, code))).message).toContain('used');
    account.ledger.grantOutcome = Outcome.CHANGED;
    expect(await redeem(ada, code)).toBe(500);
    expect(entries().size).toBe(1);
  });

  it('is disabled, enabled, renamed and runs out', async () => {
    const code = await makeOne();
    const { id } = await theOne();
    const update = (fields: object) => root.ask('redemptions.update', { body: { id, ...fields } });
    await update({ status: 2, name: 'summer' });
    expect(await faultFrom(redeem(ada, code))).toMatchObject({ message: 'This code is disabled.' });
    await update({ status: 1 });
    await account.context.knex('redemptions').update({ expires_at: new Date(1_000) });
    expect(await faultFrom(redeem(ada, code))).toMatchObject({ message: 'This code has expired.' });
    expect(await list({ status: '4', keyword: 'UMM' })).toMatchObject({ total: 1 });
    await update({ expired_time: -1 });
    expect(await redeem(ada, code)).toBe(500);
    expect((await faultFrom(update({ status: 2 }))).message).toContain('has been used');
    expect(await lines('redemptions.update')).toMatchObject([
      { changes: { name: ['spring', 'summer'], enabled: [true, false] } },
      { changes: { enabled: [false, true] } },
      { changes: { expires_at: ['1970-01-01T00:00:01.000Z', 'never'] } },
    ]);
  });

  it('is found by its name, by what is shown of it, and by the whole of it', async () => {
    const [first = '', other = ''] = await make({ count: 2 });
    expect(await list({ keyword: 'prin' })).toMatchObject({ total: 2 });
    for (const keyword of [first.slice(0, 4), first, first.toUpperCase()])
      expect(await list({ keyword })).toMatchObject({ items: [{ key: `${first.slice(0, 4)}**********` }] });
    expect(await list({ keyword: other, status: '3' })).toMatchObject({ total: 0 });
    expect(await list({ keyword: 'f'.repeat(32) })).toMatchObject({ total: 0 });
  });

  it('that nobody can use is deleted with its like', async () => {
    const [used = '', , disabled = ''] = await make({ count: 4 });
    await redeem(ada, used);
    await account.context
      .knex('redemptions')
      .where({ prefix: disabled.slice(0, 4) })
      .update({ enabled: false });
    expect(await root.ask('redemptions.delete-invalid')).toBe(2);
    expect(await root.ask('redemptions.delete-invalid')).toBe(0);
    expect(await list({ status: '1' })).toMatchObject({ total: 2 });
    const { id } = await theOne();
    await root.ask('redemptions.delete', { path: { id: String(id) } });
    expect(await list()).toMatchObject({ total: 1 });
  });
});

describe('guessing', () => {
  const guess = (client: SessionClient) => faultFrom(redeem(client, 'f'.repeat(32)));

  it('ends after ten tries, each user by themselves, and begins anew later', async () => {
    const code = await makeOne();
    for (let tries = 0; tries < 10; tries += 1) expect((await guess(ada)).status).toBe(200);
    expect((await guess(ada)).status).toBe(429);
    const refused = await faultFrom(redeem(ada, code));
    expect(refused).toMatchObject({ status: 429 });
    expect(refused.retryAfterMs).toBeGreaterThan(50_000);
    expect((await guess(bob)).status).toBe(200);
    const { knex } = account.context;
    await knex('attempts').update({ refused_until: new Date(1_000) });
    expect(await redeem(ada, code)).toBe(500);
  });

  it('is not what somebody does who sends codes of theirs', async () => {
    for (const code of await make({ count: 12 })) expect(await redeem(ada, code)).toBe(500);
  });
});
