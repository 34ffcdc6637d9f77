/** What people are told of prices: by the names under which they ask, in the groups that they may use. */
import { ApplyPricesRequest } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { smallDocument } from '../testing/documents.ts';
import { type SessionClient, signInAs } from '../testing/session-client.ts';
import { createTestAccount, faultFrom, type TestAccount } from '../testing/test-account.ts';
import { createTestBrowser } from '../testing/test-browser.ts';
import { showPricing, showRatios } from './pricing.ts';

let account: TestAccount;
let root: SessionClient;
let ada: SessionClient;
beforeEach(async () => {
  account = await createTestAccount();
  account.ledger.saysPrices = true;
  await account.apply(smallDocument());
  [root, ada] = [await signInAs(account, 'root'), await signInAs(account, 'ada')];
});
afterEach(() => account.stop());

it('prices have the names under which they are asked for, and tell no upstream', async () => {
  const models = [{ name: 'house', upstream: 'gpt-4o-mini' }];
  await root.ask('channels.update', { body: { id: 1, models } });
  await root.ask('groups.put', {
    body: { name: 'default', ratio: '2', models: { 'gpt-4o-mini': '3', 'call-model': '4' } },
  });
  const groups = { default: { ratio: '2', models: { house: '3' } } };
  const stranger = createTestBrowser(account.context);
  for (const client of [ada, stranger]) {
    const prices = await client.ask('pricing.list');
    expect(prices).toMatchObject({ models: [{ model: 'house', price: { input: '0.15' } }], groups });
    expect(JSON.stringify(prices)).not.toContain('gpt-4o-mini');
  }
  expect(await ada.ask('groups.own')).toEqual(groups);
});

it('prices have each of a name that is billed by several', async () => {
  const channel = {
    name: 'other',
    provider: 'gemini',
    base_url: 'https://x.example',
    models: [{ name: 'house', upstream: 'call-model' }],
  };
  await root.ask('channels.create', { body: { channel } });
  const models = [{ name: 'house', upstream: 'gpt-4o-mini' }];
  await root.ask('channels.update', { body: { id: 1, models } });
  await root.ask('groups.put', {
    body: { name: 'default', ratio: '2', models: { 'gpt-4o-mini': '3', 'call-model': '1' } },
  });
  const { models: priced, groups } = (await ada.ask('pricing.list')) as {
    models: { model: string; price: object; groups: string[] }[];
    groups: object;
  };
  expect(priced.map(({ model, groups: of }) => [model, of])).toEqual([
    ['house', ['default']],
    ['house', ['default']],
  ]);
  expect(priced.map(({ price }) => Object.keys(price).sort())).toEqual(
    expect.arrayContaining([['call'], expect.arrayContaining(['input', 'output'])]),
  );
  expect(groups).toEqual({ default: { ratio: '2', models: { house: '3' } } });
});

it('prices have those of service tiers beside the usual one', async () => {
  await account.apply({
    models: {
      'gpt-4o-mini@priority': { price: { input: 0.25, output: 1 } },
      'gpt-4o-mini@flex': { price: { input: 0.07, output: 0.3 } },
      'nobody@priority': { price: { input: 1, output: 1 } },
    },
  });
  const { models } = (await ada.ask('pricing.list')) as { models: object[] };
  const service_tiers = { priority: { input: '0.25' }, flex: { input: '0.07' } };
  expect(models).toMatchObject([
    { model: 'fast', price: { input: '0.15' }, service_tiers },
    { model: 'gpt-4o-mini', service_tiers },
  ]);
  expect(models).toHaveLength(2);
});

it('prices have the ratios by which service tiers are billed', async () => {
  await account.apply({ models: { 'gpt-4o-mini@priority': { price: { input: 0.25, output: 1 } } } });
  const models = { 'gpt-4o-mini': '3', 'gpt-4o-mini@priority': '4' };
  await root.ask('groups.put', { body: { name: 'default', ratio: '2', models } });
  const groups = { default: { ratio: '2', models: { ...models, fast: '3', 'fast@priority': '4' } } };
  expect(await ada.ask('pricing.list')).toMatchObject({ groups });
  expect(await ada.ask('groups.own')).toEqual(groups);
});

it('prices have no model as a service tier that others may ask for', async () => {
  await account.apply({ models: { 'gpt-4o-mini@2024': { price: { input: 0.25, output: 1 } } } });
  const channel = {
    name: 'vip',
    provider: 'gemini',
    base_url: 'https://x.example',
    models: ['gpt-4o-mini@2024'],
    groups: ['vip'],
  };
  await root.ask('channels.create', { body: { channel } });
  const { models } = (await ada.ask('pricing.list')) as { models: { service_tiers: object }[] };
  expect(models.map(({ service_tiers }) => service_tiers)).toEqual([{}, {}]);
});

it('prices of who has the group auto have what it stands for', async () => {
  const channel = {
    name: 'vip',
    provider: 'gemini',
    base_url: 'https://x.example',
    models: ['call-model'],
    groups: ['vip'],
  };
  await root.ask('channels.create', { body: { channel } });
  await account.apply({ site: { auto_groups: ['vip'] } });
  await account.context.knex('users').where({ username: 'ada' }).update({ group_name: 'auto' });
  expect(await ada.ask('models.by-provider')).toEqual({ gemini: ['call-model'] });
  expect(await ada.ask('pricing.list')).toMatchObject({
    models: [{ model: 'call-model', groups: ['vip'] }],
    groups: { vip: { ratio: '0.8' } },
  });
});

it('prices have pages, and show nobody more than all of them at once', async () => {
  await root.ask('channels.create', {
    body: {
      channel: {
        name: 'vip',
        provider: 'gemini',
        base_url: 'https://x.example',
        models: ['call-model'],
        groups: ['vip'],
      },
    },
  });
  const search = async (client: SessionClient, query: Record<string, string> = {}) => {
    const page = (await client.ask('pricing.search', { query })) as { items: { model: string }[] };
    return { ...page, items: page.items.map(({ model }) => model) };
  };
  expect(await search(ada)).toMatchObject({ items: ['fast', 'gpt-4o-mini'], total: 2, page_size: 10 });
  expect(await search(ada, { group: 'vip' })).toMatchObject({ items: [], total: 0 });
  expect(await search(ada, { keyword: 'call' })).toMatchObject({ items: [], total: 0 });
  expect(await search(root, { group: 'vip' })).toMatchObject({ items: ['call-model'], total: 1 });
  expect(await search(root, { keyword: 'GPT' })).toMatchObject({ items: ['gpt-4o-mini'], total: 1 });
  expect(await search(root, { p: '2', page_size: '2' })).toMatchObject({
    items: ['gpt-4o-mini'],
    total: 3,
    page: 2,
    page_size: 2,
    groups: { default: { ratio: '1' }, vip: { ratio: '0.8' } },
  });
  expect((await faultFrom(ada.ask('pricing.search', { query: { p: 'x' } }))).message).toBe(
    'p: must be a whole number',
  );
});

it('prices are made once for a catalog, and anew once the ledger has others or others ask', async () => {
  await root.ask('groups.put', { body: { name: 'vip', ratio: '1' } });
  const first = await showPricing(account.context, undefined);
  expect(await showPricing(account.context, undefined)).toBe(first);
  const [price] = (await account.ledger.listPrices()).prices.filter(({ model }) => model === 'gpt-4o-mini');
  if (!price) throw new Error('the model has a price');
  await account.ledger.applyPrices(ApplyPricesRequest.fromPartial({ prices: [{ ...price, input: '7' }] }));
  const second = await showPricing(account.context, undefined);
  expect(second.models.find(({ model }) => model === 'gpt-4o-mini')?.price).toMatchObject({ input: '7' });
  const { groups } = (await root.ask('pricing.list')) as typeof second;
  expect(Object.keys(groups)).toContain('vip');
  expect(Object.keys((await showPricing(account.context, undefined)).groups)).not.toContain('vip');
});

it('prices of a version that the ledger gave again, since its database was set back, are made anew', async () => {
  const { listPrices } = account.ledger;
  const told = await listPrices();
  account.ledger.listPrices = async () => ({ ...told, digest: Buffer.of(1) });
  const first = await showPricing(account.context, undefined);
  expect(await showPricing(account.context, undefined)).toBe(first);
  const prices = told.prices.map((price) => ({ ...price, input: '7' }));
  account.ledger.listPrices = async () => ({ ...told, prices, digest: Buffer.of(2) });
  const second = await showPricing(account.context, undefined);
  expect(second.models.find(({ model }) => model === 'gpt-4o-mini')?.price).toMatchObject({ input: '7' });
});

it('ratios of a group are made once for a catalog, whoever asks, and anew once the ledger has others', async () => {
  await root.ask('groups.put', { body: { name: 'default', models: { 'gpt-4o-mini': '3' } } });
  const first = await showRatios(account.context, ['default']);
  expect((await showRatios(account.context, ['default', 'vip'])).default).toBe(first.default);
  expect((await showPricing(account.context, undefined)).groups.default).toBe(first.default);
  await root.ask('groups.put', { body: { name: 'default', models: { 'gpt-4o-mini': '4' } } });
  expect(await showRatios(account.context, ['default'])).toEqual({
    default: { ratio: '1', models: { 'gpt-4o-mini': '4', fast: '4' } },
  });
});
