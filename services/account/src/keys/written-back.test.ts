/** Keys that are sent back over the API as they were read: what no longer could be given to a key stays where it is. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smallDocument } from '../testing/documents.ts';
import { type SessionClient, signInAs } from '../testing/session-client.ts';
import { createTestAccount, faultFrom, type TestAccount } from '../testing/test-account.ts';

/** With a model that goes, and a group of ada's key in the file that she could give to no key herself. */
function richDocument() {
  const document = smallDocument();
  const [ci, ...others] = document.keys;
  return {
    ...document,
    models: { ...document.models, old: { price: { call: 0.01 } } },
    keys: [{ ...ci, group: 'vip' }, ...others],
  };
}

let account: TestAccount;
let ada: SessionClient;
beforeAll(async () => {
  account = await createTestAccount();
  await account.apply(richDocument());
  ada = await signInAs(account, 'ada');
});
afterAll(() => account.stop());

const passed = 1_700_000_000;

async function makeExpired(name: string): Promise<number> {
  const { id } = (await ada.ask('keys.create', { body: { name } })) as { id: number };
  await account.context.knex('keys').where({ id }).update({ expires_at: passed });
  return id;
}

test('a key that has expired is changed with the time at which it did, and given no other time that has passed', async () => {
  const id = await makeExpired('expired');
  await ada.ask('keys.update', { body: { id, expired_time: passed, status: 2, rpm: 5 } });
  const changed = { expired_time: passed, status: 2, rpm: 5 };
  expect(await ada.ask('keys.get', { path: { id: String(id) } })).toMatchObject(changed);
  const other = ada.ask('keys.update', { body: { id, expired_time: passed + 1 } });
  expect(await faultFrom(other)).toMatchObject({ reason: 'expiry_passed' });
});

test('a key keeps the group that its file gives it, written back by who could not give it', async () => {
  const { items } = (await ada.ask('keys.list')) as { items: { id: number; name: string }[] };
  const id = items.find(({ name }) => name === 'ci')?.id ?? 0;
  await ada.ask('keys.update', { body: { id, group: 'vip', rpm: 5 } });
  expect(await ada.ask('keys.get', { path: { id: String(id) } })).toMatchObject({ group: 'vip', rpm: 5 });
  const own = (await ada.ask('keys.create', { body: { name: 'own' } })) as { id: number };
  const taken = ada.ask('keys.update', { body: { id: own.id, group: 'vip' } });
  expect(await faultFrom(taken)).toMatchObject({ reason: 'group_not_yours' });
});

test('a key keeps models that are gone, and is given no others that are', async () => {
  const members = { name: 'of old', models: ['old'], model_limits: { old: 5 } };
  const { id } = (await ada.ask('keys.create', { body: members })) as { id: number };
  const { old: _, ...models } = richDocument().models;
  await account.apply({ ...richDocument(), models }, { prune: true });
  const changed = { ...members, models: ['old', 'fast'], status: 2 };
  await ada.ask('keys.update', { body: { id, ...changed } });
  expect(await ada.ask('keys.get', { path: { id: String(id) } })).toMatchObject(changed);
  const other = ada.ask('keys.update', { body: { id, models: ['old', 'never'] } });
  expect(await faultFrom(other)).toMatchObject({ reason: 'model_unknown' });
});
