/** What is asked of channels that are off, and what is kept of what they said. */
import { NoteChannelTestRequest } from '@headgate/proto/gen/headgate/account/v1/account';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { smallDocument } from '../testing/documents.ts';
import { type SessionClient, signInAs } from '../testing/session-client.ts';
import { createTestAccount, faultFrom, type TestAccount } from '../testing/test-account.ts';
import { getChannels, noteChannelBalance, noteChannelTest } from './rpc.ts';

let account: TestAccount;
let root: SessionClient;
let id: bigint;
beforeEach(async () => {
  account = await createTestAccount();
  await account.apply(smallDocument());
  root = await signInAs(account, 'root');
  [id] = await account.context.knex('channels').pluck('id');
});
afterEach(() => account.stop());

const keys = ['sk-upstream-aaaaaaaa-0001', 'sk-upstream-bbbbbbbb-0002'];
const change = (changes: object) => root.ask('channels.update', { body: { id: Number(id), ...changes } });
const get = () => root.ask('channels.get', { path: { id: String(id) } });
const read = async (channelId = 0n) => (await getChannels(account.context, { channelId })).channels;
const routed = async () => (await account.context.catalog.get(0n)).catalog?.channels;
const note = (test: object = {}) =>
  noteChannelTest(
    account.context,
    NoteChannelTestRequest.fromPartial({ channelId: id, model: 'm', ...test }),
  );

test('a channel that is off is in no catalog, and yet told to whoever asks for it', async () => {
  const [before] = (await routed()) ?? [];
  await change({ enabled: false });
  expect(await routed()).toEqual([]);
  expect(await read()).toEqual([before]);
  expect(await read(id)).toEqual([before]);
  expect(await read(999n)).toEqual([]);
});

test('it is told with the keys that are on, or with all where none is', async () => {
  await change({ enabled: false, keys });
  const manage = (action: string, more: object = {}) =>
    root.ask('channels.manage-keys', { body: { channel_id: Number(id), action, ...more } });
  await manage('disable_key', { key_index: 0 });
  expect((await read())[0]?.keys).toEqual([keys[1]]);
  await manage('disable_all_keys');
  expect((await read())[0]?.keys).toEqual(keys);
  await change({ enabled: true });
  expect(await routed()).toEqual([]);
});

test('one whose keys cannot be read is not told', async () => {
  await account.context.knex('channels').update({ sealed_keys: [Buffer.from('x')] });
  expect(await read()).toEqual([]);
});

test('a channel that was never tested says so, and afterwards how the last test went', async () => {
  const never = { test_time: null, response_time: null, last_test: null };
  const untold = { balance: null, balance_currency: null, balance_updated_time: null };
  expect(await get()).toMatchObject({ ...never, ...untold });
  await note({ success: true, responseMs: 90n, status: 200 });
  const [{ id: rootId }] = await account.context.knex('users').where({ username: 'root' }).select('id');
  await note({ askedBy: rootId, message: `No.\u0000 ${'x'.repeat(600)}`, responseMs: 1_250n, status: 401 });
  const tested = { response_time: 1_250, last_test: { success: false, model: 'm', status: 401, by: 'root' } };
  expect(await get()).toMatchObject({ ...tested, ...untold, test_time: expect.any(Number) });
  expect(await root.ask('channels.list')).toMatchObject({ items: [tested] });
  const view = (await change({ priority: 3 })) as { last_test: { message: string } };
  expect(view).toMatchObject(tested);
  expect(view.last_test.message).toMatch(/^No\. x{496}$/);
});

test('the newest balance is kept', async () => {
  const told = { channelId: id, balance: 12.5, currency: 'USD' };
  await noteChannelBalance(account.context, told);
  await noteChannelBalance(account.context, { ...told, balance: 0 });
  expect(await get()).toMatchObject({
    balance: 0,
    balance_currency: 'USD',
    balance_updated_time: expect.any(Number),
  });
  const nonsense = noteChannelBalance(account.context, { ...told, balance: Number.NaN });
  expect((await faultFrom(nonsense)).code).toBe('invalid_request');
  expect(await get()).toMatchObject({ balance: 0 });
});

test('noting changes no catalog, and ends with the channel', async () => {
  const announced = account.announced.length;
  await note();
  await noteChannelBalance(account.context, { channelId: id, balance: 1, currency: 'USD' });
  expect(account.announced.length).toBe(announced);
  await root.ask('channels.delete', { path: { id: String(id) } });
  await note();
  const { knex } = account.context;
  expect([await knex('channel_tests'), await knex('channel_balances')]).toEqual([[], []]);
});
