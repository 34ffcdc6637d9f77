import { OpenPurseRequest } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { keyPurse } from '@headgate/proto/purses';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { smallDocument } from '../testing/documents.ts';
import { type SessionClient, signInAs } from '../testing/session-client.ts';
import { createTestAccount, faultFrom, type TestAccount } from '../testing/test-account.ts';
import { mostUnits } from '../usd.ts';
import { operations } from './list.ts';

let account: TestAccount;
let root: SessionClient;
beforeEach(async () => {
  account = await createTestAccount();
  await account.apply(smallDocument());
  root = await signInAs(account, 'root');
});
afterEach(() => account.stop());

type Shown = Record<string, unknown>;

/** What was read of a thing, as far as it can be written: programs that plan changes send all of it. */
function writable(operation: string, { keys: _hidden, ...shown }: Shown): Shown {
  const body = operations[operation]?.input.shape.body;
  const { properties = {} } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
  return Object.fromEntries(Object.entries(shown).filter(([member]) => Object.hasOwn(properties, member)));
}

async function writeBack(operation: string, read: () => Promise<unknown>): Promise<void> {
  const before = (await read()) as Shown;
  await root.ask(operation, { body: writable(operation, before) });
  expect(await read()).toEqual(before);
}

it('a channel that is written back as it was read stays as it is', async () => {
  const channel = { name: 'second', provider: 'openai-compatible', base_url: 'https://second.example/v1' };
  const { ids } = (await root.ask('channels.create', { body: { channel } })) as { ids: number[] };
  const read = () => root.ask('channels.get', { path: { id: String(ids[0]) } });
  expect(await read()).toMatchObject({ vendor: '', api_version: '', region: '' });
  await writeBack('channels.update', read);
});

it('a channel is made with what another is shown with', async () => {
  const members = { vendor: '', api_version: '', region: '', base_url: 'https://second.example/v1' };
  const channel = { name: 'second', provider: 'openai-compatible', ...members };
  const { ids } = (await root.ask('channels.create', { body: { channel } })) as { ids: number[] };
  expect(await root.ask('channels.get', { path: { id: String(ids[0]) } })).toMatchObject(members);
});

it('a user who is written back as they were read stays as they are', async () => {
  const body = { username: 'eve', password: 'password of eve', unlimited_quota: true };
  const { id } = (await root.ask('users.create', { body })) as { id: number };
  const read = () => root.ask('users.get', { path: { id: String(id) } });
  expect(await read()).toMatchObject({ unlimited_quota: true, remain_quota: 0 });
  await writeBack('users.update', read);
});

async function makeKey(members: object): Promise<{ id: number; read: () => Promise<unknown> }> {
  const { id } = (await root.ask('keys.create', { body: { name: 'own', ...members } })) as { id: number };
  return { id, read: () => root.ask('keys.get', { path: { id: String(id) } }) };
}

// Of each purse the test's ledger says that 40 units are used.
it('a key that has used more than it was granted stays as it is, and so does what it has left when that is less', async () => {
  const { id, read } = await makeKey({ remain_quota: 10 });
  expect(await read()).toMatchObject({ status: 4, remain_quota: -30 });
  await writeBack('keys.update', read);
  await root.ask('keys.update', { body: { id, remain_quota: -25, rpm: 5 } });
  expect(await read()).toMatchObject({ remain_quota: -30, rpm: 5 });
  expect(account.ledger.grantChanges).toEqual([]);
});

it('a key that has something left is not given less than nothing', async () => {
  const { id } = await makeKey({ remain_quota: 100 });
  const taken = root.ask('keys.update', { body: { id, remain_quota: -30 } });
  expect(await faultFrom(taken)).toMatchObject({ reason: 'quota_below_nothing', param: 'remain_quota' });
});

it('a key that was given more than can be given at once stays as it is, and another is not given that much', async () => {
  const { id, read } = await makeKey({ remain_quota: mostUnits });
  const more = { purse: keyPurse(BigInt(id)), source: 'admin', grantedUnits: 100n };
  await account.ledger.openPurse(OpenPurseRequest.fromPartial(more));
  expect(await read()).toMatchObject({ remain_quota: mostUnits + 60 });
  await writeBack('keys.update', read);
  expect(account.ledger.grantChanges).toEqual([]);
  const lines = await account.context.knex('audit').where({ operation: 'keys.update' }).pluck('changes');
  expect(lines).toEqual([{}]);
  const other = await makeKey({ name: 'other', remain_quota: 100 });
  const taken = root.ask('keys.update', { body: { id: other.id, remain_quota: mostUnits + 60 } });
  expect(await faultFrom(taken)).toMatchObject({
    param: 'remain_quota',
    problems: [{ reason: 'number_large', values: { most: String(mostUnits) } }],
  });
});

it('a key that was shown as exhausted stays disabled where it was disabled since', async () => {
  const { id, read } = await makeKey({ remain_quota: 10 });
  await root.ask('keys.update', { body: { id, status: 2 } });
  await root.ask('keys.update', { body: { id, status: 4, rpm: 5 } });
  expect(await read()).toMatchObject({ status: 2, rpm: 5 });
});

it('a user who has used more than they were granted is written back as they were read', async () => {
  const body = { username: 'eve', password: 'password of eve' };
  const { id } = (await root.ask('users.create', { body })) as { id: number };
  const read = () => root.ask('users.get', { path: { id: String(id) } });
  expect(await read()).toMatchObject({ remain_quota: -40 });
  await writeBack('users.update', read);
  expect(account.ledger.grantChanges).toEqual([]);
});

it.each([
  ['keys.update', 'keys.create', { name: 'own', remain_quota: 10 }],
  ['users.update', 'users.create', { username: 'eve', password: 'password of eve' }],
])('%s: less than nothing stays, and is not recorded as given', async (operation, create, body) => {
  const { id } = (await root.ask(create, { body })) as { id: number };
  await root.ask(operation, { body: { id, remain_quota: -25 } });
  await root.ask(operation, { body: { id, remain_quota: 0 } });
  const lines = await account.context.knex('audit').where({ operation }).orderBy('id').pluck('changes');
  expect(lines).toEqual([{}, { remain_quota: [null, 0] }]);
});
