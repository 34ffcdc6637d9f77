import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { smallDocument } from '../testing/documents.ts';
import { createTestAccount, type TestAccount } from '../testing/test-account.ts';
import { createCatalogCache } from './cache.ts';

let account: TestAccount;
beforeEach(async () => {
  account = await createTestAccount();
});
afterEach(() => account.stop());

const get = (afterVersion = 0n) => account.context.catalog.get(afterVersion);

test('before the first document the catalog is empty, and has a version', async () => {
  expect(await get()).toEqual({
    version: 1n,
    unreadableChannels: 0,
    catalog: { channels: [], models: [], groups: [], autoGroups: [] },
  });
});

test('gateways get credentials in the clear, defaults filled in, and who bills what', async () => {
  await account.apply(smallDocument());
  expect(await get()).toEqual({
    version: 2n,
    unreadableChannels: 0,
    catalog: {
      channels: [
        {
          id: 1n,
          name: 'main',
          provider: 'openai',
          baseUrl: 'https://provider.example/v1',
          keys: ['sk-upstream-secret-one'],
          models: [
            { name: 'gpt-4o-mini', upstream: 'gpt-4o-mini', priceModel: 'gpt-4o-mini' },
            { name: 'fast', upstream: 'gpt-4o-mini', priceModel: 'gpt-4o-mini' },
          ],
          groups: ['default'],
          priority: 0,
          weight: 1,
          sendRequestId: true,
          timeouts: { connectMs: 0, firstByteMs: 0, idleMs: 0, answerMs: 0 },
          vendor: '',
          apiVersion: '',
          region: '',
          overrides: undefined,
          forbidStore: false,
        },
      ],
      models: [
        { name: 'call-model', maxOutput: 32_768n, maxImageTokens: 50_000n, fallbacks: [], media: undefined },
        { name: 'gpt-4o-mini', maxOutput: 16_384n, maxImageTokens: 50_000n, fallbacks: [], media: undefined },
      ],
      groups: ['default', 'vip'],
      autoGroups: [],
    },
  });
});

test('what a secret file adds around a credential is no part of it', async () => {
  const document = smallDocument();
  const channels = document.channels.map((channel) => ({ ...channel, keys: [' from-a-file\n'] }));
  await account.apply({ ...document, channels });
  expect((await get()).catalog?.channels[0]?.keys).toEqual(['from-a-file']);
});

test('an alias with a row of its own is billed by that, also when the row comes later', async () => {
  const document = smallDocument();
  await account.apply(document);
  const models = { ...document.models, fast: { price: { input: 1 } } };
  await account.apply({ ...document, models });
  const { catalog } = await get();
  expect(catalog?.channels[0]?.models[1]).toMatchObject({ name: 'fast', priceModel: 'fast' });
});

test('gateways hear what a model falls back to, in the order of the file', async () => {
  const document = smallDocument();
  Object.assign(document.models['gpt-4o-mini'], { fallbacks: ['call-model', 'fast'] });
  await account.apply(document);
  const { catalog } = await get();
  expect(catalog?.models.map(({ name, fallbacks }) => [name, fallbacks])).toEqual([
    ['call-model', []],
    ['gpt-4o-mini', ['call-model', 'fast']],
  ]);
});

test('who has the newest version gets no catalog, who has any other gets it', async () => {
  await account.apply(smallDocument());
  expect(await get(2n)).toEqual({ version: 2n, unreadableChannels: 0 });
  expect((await get(1n)).catalog).toBeDefined();
  expect((await get(9n)).catalog).toBeDefined();
});

test('one version is read once, however many ask', async () => {
  await account.apply(smallDocument());
  const [one, other] = await Promise.all([get(), get()]);
  expect(other.catalog).toBe(one.catalog);
  expect((await get()).catalog).toBe(one.catalog);
  const document = smallDocument();
  Object.assign(document.channels[0] ?? {}, { weight: 5 });
  await account.apply(document);
  expect((await get()).catalog?.channels[0]?.weight).toBe(5);
});

test('a version that the database lost means what it is given to next', async () => {
  const { knex, catalog } = account.context;
  const weighing = (weight: number) => {
    const document = smallDocument();
    Object.assign(document.channels[0] ?? {}, { weight });
    return document;
  };
  await account.apply(weighing(1));
  await account.apply(weighing(5));
  expect(await get()).toMatchObject({ version: 3n, catalog: { channels: [{ weight: 5 }] } });

  await knex('channels').update({ weight: 1 });
  await knex('versions').update({ catalog_version: 2n });
  catalog.noteVersion(2n);
  await account.apply(weighing(7));
  expect(await get()).toMatchObject({ version: 3n, catalog: { channels: [{ weight: 7 }] } });
});

test('under another master key a channel is left out, and applying again repairs it', async () => {
  await account.apply(smallDocument());
  const { knex, log, metrics } = account.context;
  const masterKey = { current: Buffer.alloc(32, 9), others: [] };
  const other = createCatalogCache({ knex, log, metrics, masterKey });
  expect((await other.get(0n)).catalog?.channels).toEqual([]);
  expect((await metrics.unreadableChannels.get()).values[0]?.value).toBe(1);

  account.context.masterKey = masterKey;
  expect((await account.apply(smallDocument())).changes).toEqual(['channel main: keys changed']);
  expect((await other.get(0n)).catalog?.channels[0]?.keys).toEqual(['sk-upstream-secret-one']);
});

test('who lacks channels gets the same version again from a key that opens more of them, others do not', async () => {
  await account.apply(smallDocument());
  const { knex, log, metrics } = account.context;
  const other = createCatalogCache({
    knex,
    log,
    metrics,
    masterKey: { current: Buffer.alloc(32, 9), others: [] },
  });
  const lacking = await other.get(0n);
  expect(lacking).toMatchObject({ version: 2n, unreadableChannels: 1 });
  expect(await other.get(2n, 1)).toEqual({ version: 2n, unreadableChannels: 1 });

  const whole = await account.context.catalog.get(2n, lacking.unreadableChannels);
  expect(whole).toMatchObject({
    version: 2n,
    unreadableChannels: 0,
    catalog: { channels: [{ name: 'main' }] },
  });
  expect(await other.get(2n)).toEqual({ version: 2n, unreadableChannels: 0 });
});

test('a replica that nobody asks counts a repaired channel no more', async () => {
  await account.apply(smallDocument());
  const { knex, log, metrics } = account.context;
  const masterKey = { current: Buffer.alloc(32, 9), others: [] };
  const asked = createCatalogCache({ knex, log, metrics, masterKey });
  const { version } = await asked.get(0n);
  const unreadable = async () => (await metrics.unreadableChannels.get()).values[0]?.value;
  asked.noteVersion(version);
  expect(await unreadable()).toBe(1);

  account.context.masterKey = masterKey;
  await account.apply(smallDocument());
  asked.noteVersion(version + 1n);
  await waitFor(async () => (await unreadable()) === 0, 'it is looked at again');
});
