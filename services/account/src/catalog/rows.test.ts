/** What people read of channels and models comes from memory, and is what there is all the same. */
import { seal } from '@headgate/runtime/seal';
import { rowsRead } from '@headgate/runtime/testing/rows-read';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { channelPlace } from '../channels/store.ts';
import { smallDocument } from '../testing/documents.ts';
import { type SessionClient, signInAs } from '../testing/session-client.ts';
import { createTestAccount, type TestAccount, testMasterKey } from '../testing/test-account.ts';

let account: TestAccount;
let root: SessionClient;
beforeEach(async () => {
  account = await createTestAccount();
  account.ledger.saysPrices = true;
  await account.apply(smallDocument());
  root = await signInAs(account, 'root');
});
afterEach(() => account.stop());

it.each<[string, object]>([
  ['channels.list', {}],
  ['channels.list', { query: { keyword: 'main' } }],
  ['channels.get', { path: { id: '1' } }],
  ['channels.models', {}],
  ['channels.enabled-models', {}],
  ['channels.tag-models', { query: { tag: 'none' } }],
  ['models.list', {}],
  ['models.get', { query: { name: 'gpt-4o-mini' } }],
  ['models.own', {}],
  ['models.by-provider', {}],
])('%s reads no channels and models for as long as they are the same: %j', async (operation, input) => {
  const first = await root.ask(operation, input);
  const read = await rowsRead(account.context.knex, async () => {
    expect(await root.ask(operation, input)).toEqual(first);
  });
  expect(read.size).toBeGreaterThan(0);
  expect(['channels', 'models'].filter((table) => read.has(table))).toEqual([]);
});

it('a channel is shown as it was changed, and where another replica changed it', async () => {
  const tagOf = async () => Object(await root.ask('channels.get', { path: { id: '1' } })).tag;
  expect(await tagOf()).toBe('');
  await root.ask('channels.update', { body: { id: 1, tag: 'fast' } });
  expect(await tagOf()).toBe('fast');
  await account.context.knex('channels').update({ tag: 'slow' });
  await account.context.knex('versions').increment('catalog_version', 1);
  expect(await tagOf()).toBe('slow');
});

it('credentials that no key opened are shown once they were sealed anew, which counts no version up', async () => {
  const { knex } = account.context;
  const write = (masterKey: typeof testMasterKey) =>
    knex('channels').update({ sealed_keys: [seal(masterKey, channelPlace(1n), 'sk-upstream')] });
  const isReadable = async () =>
    Object(await root.ask('channels.get', { path: { id: '1' } })).keys_readable as boolean;
  await write({ current: Buffer.alloc(32, 9), others: [] });
  expect(await isReadable()).toBe(false);
  await write(testMasterKey);
  expect(await isReadable()).toBe(true);
});
