import { randomUUID } from 'node:crypto';
import { ChangeGrantResponse_Outcome as Outcome } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { smallDocument } from '../testing/documents.ts';
import { dataOf, enter } from '../testing/people.ts';
import { createTestAccount, faultFrom, type TestAccount } from '../testing/test-account.ts';

const [rootId, adaId, adminId, otherAdminId] = [1n, 2n, 3n, 4n];
const adaKey = 1n;

let account: TestAccount;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  account = await createTestAccount();
  const document = smallDocument();
  const admins = ['grace', 'alan'].map((username) => ({
    username,
    password: `${username} password`,
    role: 'admin',
    quota_usd: 1,
  }));
  await account.apply({ ...document, users: [...document.users, ...admins] });
  for (const username of ['root', 'ada', 'grace']) tokens[username] = await enter(account, username);
});
afterAll(() => account.stop());
beforeEach(() => {
  account.ledger.grantChanges = [];
  account.ledger.grantOutcome = Outcome.CHANGED;
  account.ledger.before = undefined;
});

interface Change {
  id?: string;
  userId?: bigint;
  keyId?: bigint;
  units?: number | bigint;
  reason?: string;
}

function change(who: string, { userId, keyId, units = 500, ...of }: Change) {
  const body = { id: randomUUID(), reason: 'paid', ...of, units: String(units) };
  const path = { id: String(userId ?? keyId) };
  const operation = userId === undefined ? 'keys.change-quota' : 'users.change-quota';
  return dataOf(account, operation, { sessionToken: tokens[who] ?? '', path, body });
}

const audit = (id: string) => account.context.knex('quota_changes').where({ id }).first();

test('a change is asked of ledger under a source of its own, and written down: who, what and why', async () => {
  const id = randomUUID();
  expect(await change('grace', { id, userId: adaId })).toEqual({
    total_granted: 100,
    total_used: 40,
    total_available: 60,
  });
  const [asked] = account.ledger.grantChanges;
  expect(asked).toMatchObject({ purse: 'user:2', source: 'admin:3', units: 500n });
  expect(asked?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  expect(await audit(id)).toMatchObject({
    entry_id: asked?.id,
    actor_id: adminId,
    purse: 'user:2',
    units: 500n,
    reason: 'paid',
    outcome: 'changed',
  });
});

test('a change stands in the audit log once, however often it is sent', async () => {
  const id = randomUUID();
  await change('grace', { id, userId: adaId });
  await change('grace', { id, userId: adaId });
  const lines = await account.context
    .knex('audit')
    .where({ operation: 'users.change-quota', actor_id: adminId });
  expect(lines.filter(({ changes }) => changes.reason[1] === 'paid').at(-1)).toMatchObject({
    target_kind: 'user',
    target_id: '2',
    target_name: 'ada',
    changes: { quota: [null, '500'], reason: [null, 'paid'] },
  });
  const { rows } = await account.context.knex.raw(
    'select count(*)::int as n from audit where request_id = ? and actor_id is not null',
    [''],
  );
  expect(rows[0].n).toBe(lines.length);
});

test('a change that is made after it was refused stands in the audit log', async () => {
  const id = randomUUID();
  const line = () =>
    account.context.knex('audit').whereRaw(`changes->'reason'->>1 = ?`, ['second thoughts']).first();
  account.ledger.grantOutcome = Outcome.EXCEEDS;
  await faultFrom(change('grace', { id, userId: adaId, reason: 'second thoughts' }));
  expect(await line()).toBeUndefined();
  account.ledger.grantOutcome = Outcome.CHANGED;
  await change('grace', { id, userId: adaId, reason: 'second thoughts' });
  expect(await line()).toMatchObject({ changes: { quota: [null, '500'] } });
});

test("a key's quota is changed by the role of its user", async () => {
  await change('grace', { keyId: adaKey, units: -5n });
  expect(account.ledger.grantChanges).toMatchObject([{ purse: 'key:1', units: -5n }]);
});

test('the same change again asks for the same entry, another one under its id for none', async () => {
  const id = randomUUID();
  await change('grace', { id, userId: adaId });
  await change('grace', { id: id.toUpperCase(), userId: adaId });
  const [first, second] = account.ledger.grantChanges;
  expect(second?.id).toBe(first?.id);
  for (const other of [{ units: 501n }, { reason: 'a gift' }, { userId: undefined, keyId: adaKey }]) {
    const { message } = await faultFrom(change('grace', { id, userId: adaId, ...other }));
    expect(message).toBe('This id was used for another change.');
  }
  expect((await faultFrom(change('root', { id, userId: adaId }))).message).toContain('another change');
  expect(account.ledger.grantChanges).toHaveLength(2);
});

test('a change that ledger did not answer is asked for again, as the same entry', async () => {
  const id = randomUUID();
  const entries: string[] = [];
  account.ledger.before = async () => {
    entries.push((await audit(id)).entry_id);
    throw new Error('the process dies here');
  };
  await expect(change('grace', { id, userId: adaId })).rejects.toThrow('dies here');
  expect(await audit(id)).toMatchObject({ outcome: null });
  account.ledger.before = undefined;
  await change('grace', { id, userId: adaId });
  expect(account.ledger.grantChanges.map((asked) => asked.id)).toEqual(entries);
});

test.each([
  [Outcome.UNLIMITED, 'unlimited', 'no limit'],
  [Outcome.EXCEEDS, 'exceeds', 'Only 100 units (0.0002 US dollars) were granted'],
])('what ledger refuses (%i) is said and written down', async (grantOutcome, outcome, words) => {
  account.ledger.grantOutcome = grantOutcome;
  const id = randomUUID();
  const fault = await faultFrom(change('grace', { id, userId: adaId }));
  expect(fault).toMatchObject({ code: 'invalid_request', message: expect.stringContaining(words) });
  expect(await audit(id)).toMatchObject({ outcome });
});

describe('rights', () => {
  test.each([
    ['a plain user changes nobody', 'ada', { userId: adaId }],
    ['an administrator does not change root', 'grace', { userId: rootId }],
    ["nor a key of root's", 'grace', { keyId: 2n }],
    ['nor another administrator', 'grace', { userId: otherAdminId }],
    ['nor himself', 'grace', { userId: adminId }],
  ])('%s', async (_case, who, of) => {
    expect(await faultFrom(change(who, of))).toMatchObject({ code: 'access_denied', status: 403 });
    expect(account.ledger.grantChanges).toEqual([]);
  });

  test('nobody without a session does', async () => {
    expect(await faultFrom(change('nobody', { userId: adaId }))).toMatchObject({ status: 401 });
    expect(account.ledger.grantChanges).toEqual([]);
  });

  test('root changes everybody', async () => {
    for (const userId of [rootId, adaId, adminId]) await change('root', { userId });
    expect(account.ledger.grantChanges).toHaveLength(3);
  });
});

test.each([
  { id: 'no uuid' },
  { units: 0n },
  { units: 500_000_000_000_001n },
  { reason: ' ' },
  { reason: 'x'.repeat(501) },
  { userId: 99n },
  { userId: 0n },
  { userId: undefined, keyId: 99n },
])('$0 is not valid', async (of) => {
  expect(await faultFrom(change('root', { userId: adaId, ...of }))).toMatchObject({
    code: 'invalid_request',
    status: 200,
  });
  expect(account.ledger.grantChanges).toEqual([]);
});
