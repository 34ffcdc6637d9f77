import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { smallDocument } from '../testing/documents.ts';
import { ask } from '../testing/people.ts';
import { type SessionClient, signInAs } from '../testing/session-client.ts';
import { createTestAccount, faultFrom, type TestAccount } from '../testing/test-account.ts';

let account: TestAccount;
let root: SessionClient;
let ada: SessionClient;
beforeEach(async () => {
  account = await createTestAccount();
  account.ledger.saysPrices = true;
  await account.apply(smallDocument());
  [root, ada] = [await signInAs(account, 'root'), await signInAs(account, 'ada')];
  account.ledger.forget();
});
afterEach(() => account.stop());

const put = (name: string, members: object) => root.ask('models.put', { body: { name, ...members } });
const get = (name: string) => root.ask('models.get', { query: { name } });
const audited = (operation: string) => account.context.knex('audit').where({ operation }).orderBy('id');

/** The ledger answers the next two who ask at once. */
function answerBothTogether(): void {
  const bothAsked = Promise.withResolvers<void>();
  let asked = 0;
  account.ledger.before = () => {
    asked += 1;
    if (asked === 2) bothAsked.resolve();
    return bothAsked.promise;
  };
}

describe('a model that is made', () => {
  it('has its price in the ledger, and shows it as a file would say it', async () => {
    const price = { input: 3, output: '15', tiers: [{ above: 200_000, input: 6 }] };
    await put('org/new', { price, max_output: 4_096, fallbacks: ['gpt-4o-mini'] });
    expect(account.ledger.prices).toMatchObject([
      { prices: [{ model: 'org/new', input: '3', output: '15' }], groups: [], prune: false, dryRun: false },
    ]);
    expect(await get('org/new')).toMatchObject({
      name: 'org/new',
      kind: 'text',
      max_output: 4_096,
      max_image_tokens: 50_000,
      fallbacks: ['gpt-4o-mini'],
      price: { input: '3', output: '15', tiers: [{ above: 200_000, input: '6' }] },
      channels: [],
      from_config: false,
    });
    expect(await audited('models.put')).toMatchObject([
      {
        target_id: 'org/new',
        changes: { max_output: [null, '4096'], price: [null, { input: '3', output: '15' }] },
      },
    ]);
  });

  it.each([
    ['new', {}, 'price: is missing'],
    [
      'new',
      { price: { tools: { web_search: 10 } } },
      'price: needs at least one of input, output, call, second, image, character and minute',
    ],
    [
      'new',
      { price: { call: -1 } },
      'price.call: must be a decimal number from 0, with at most 12 digits before the point and 9 after it',
    ],
    ['new', { price: { call: 1 }, fallbacks: ['new'] }, 'fallbacks[0]: is the model itself'],
    ['new', { price: { call: 1 }, fallbacks: ['no'] }, 'model new: there is no model "no" to fall back to'],
    ['new', { price: { call: 1 }, colour: 1 }, 'colour: unknown member'],
  ])('as %s with %j is refused in the words of a file', async (name, members, message) => {
    expect(await faultFrom(put(name, members))).toMatchObject({ status: 200, message });
    expect(account.ledger.prices).toEqual([]);
  });
});

it('made where no file was ever applied is served in the default group', async () => {
  const fresh = await createTestAccount();
  try {
    await ask(fresh, 'setups.create', { body: { username: 'root', password: 'root password' } });
    const first = await signInAs(fresh, 'root');
    await first.ask('models.put', { body: { name: 'new', price: { input: 3 } } });
    await first.ask('models.put', { body: { name: 'newer', price: { input: 3 } } });
    const told = fresh.ledger.prices.map(({ groups }) => groups);
    expect(told).toEqual([[{ group: 'default', ratio: '1', models: {} }], []]);
  } finally {
    await fresh.stop();
  }
});

describe('a model', () => {
  it('keeps what a change leaves out; its price is replaced whole', async () => {
    await put('gpt-4o-mini', { fallbacks: ['call-model'] });
    expect(account.ledger.prices).toEqual([]);
    expect(await get('gpt-4o-mini')).toMatchObject({
      max_output: 16_384,
      price: { input: '0.15', cache_read: '0.075', output: '0.6' },
      channels: [{ name: 'main', enabled: true }],
      from_config: true,
    });
    await put('gpt-4o-mini', { price: { input: 1, output: 2 } });
    expect(await get('gpt-4o-mini')).toMatchObject({
      fallbacks: ['call-model'],
      price: { input: '1', output: '2' },
    });
    expect((await audited('models.put')).at(-1)?.changes).toEqual({
      price: [
        { input: '0.15', cache_read: '0.075', output: '0.6' },
        { input: '1', output: '2' },
      ],
    });
    await put('gpt-4o-mini', { price: { input: 1, output: 2 } });
    expect(await audited('models.put')).toHaveLength(2);
  });

  it('is of media for as long as its price or its members are', async () => {
    const kinds: unknown[] = [];
    for (const members of [
      { price: { image: 1 } },
      { max_output: 5 },
      { price: { input: 1 } },
      { family: 'V1' },
      { price: { output: 1 } },
    ]) {
      await put('new', members);
      kinds.push(Object(await get('new')).kind);
    }
    expect(kinds).toEqual(['media', 'media', 'text', 'media', 'media']);
  });

  it('that others need is not deleted', async () => {
    const remove = (name: string) => root.ask('models.delete', { query: { name } });
    expect((await faultFrom(remove('gpt-4o-mini'))).message).toContain(
      'channel main: there is no price for model "gpt-4o-mini"',
    );
    await remove('call-model');
    expect((await faultFrom(get('call-model'))).message).toBe('There is no model "call-model".');
    expect((await faultFrom(remove('call-model'))).message).toBe('There is no model "call-model".');
  });

  it('changed by two at once has its price audited once', async () => {
    let isFirst = true;
    account.ledger.before = async () => {
      if (isFirst) await account.context.knex('versions').increment('catalog_version', 1);
      isFirst = false;
    };
    await put('call-model', { price: { call: 2 } });
    expect((await audited('models.put')).map(({ changes }) => changes)).toEqual([
      { price: [{ call: '0.01' }, { call: '2' }] },
    ]);
  });

  it('given the same price by two at once is changed by the first, and the second hears that it is so', async () => {
    answerBothTogether();
    const same = () => put('call-model', { price: { call: 2 } });
    await Promise.all([same(), same()]);
    expect(await audited('models.put')).toHaveLength(1);
  });

  it('changed while others keep coming in between has its price as it was', async () => {
    account.ledger.before = async () => {
      await account.context.knex('versions').increment('catalog_version', 1);
    };
    const { message } = await faultFrom(put('call-model', { price: { call: 2 } }));
    expect(message).toContain('Other changes kept coming in between');
    expect(account.ledger.prices).toEqual([]);
  });

  it('changed while keys and users keep being changed is changed', async () => {
    // Passed over while the edit itself has the row.
    const free = 'select ctid from versions for update skip locked';
    const bump = `update versions set keys_version = keys_version + 1 where ctid in (${free})`;
    account.ledger.before = async () => void (await account.context.knex.raw(bump));
    await put('call-model', { price: { call: 2 } });
    expect(await audited('models.put')).toHaveLength(1);
    expect(account.ledger.prices).toMatchObject([{ prices: [{ model: 'call-model' }], dryRun: false }]);
  });

  it('whose price the ledger refuses is refused in its words', async () => {
    account.ledger.before = () => {
      throw new FaultError(fault('invalid_request', { message: 'Too dear.', param: 'prices.x' }));
    };
    expect(await faultFrom(put('x', { price: { call: 1 } }))).toMatchObject({
      status: 200,
      message: 'Too dear.',
    });
  });

  it('that people made is theirs after its price was imported', async () => {
    await put('mine', { price: { input: 1 } });
    await account.apply({ models: { mine: { price: { input: 2 } } } }, { keepMembers: true });
    expect(await get('mine')).toMatchObject({ price: { input: '2' }, from_config: false });
    await account.apply(smallDocument(), { prune: true });
    expect(await get('mine')).toMatchObject({ price: { input: '2' } });
  });

  it('that people made keeps its price when a file is applied with prune', async () => {
    await put('own', { price: { call: 5 } });
    await account.apply(smallDocument(), { prune: true });
    expect(await get('own')).toMatchObject({ price: { call: '5' }, from_config: false });
  });
});

describe('lists', () => {
  it('of models have pages and find parts of names', async () => {
    const names = async (query: Record<string, string>) =>
      ((await root.ask('models.list', { query })) as { items: { name: string }[] }).items.map(
        ({ name }) => name,
      );
    expect(await names({ keyword: 'CALL' })).toEqual(['call-model']);
    expect(await names({ page_size: '1', p: '2' })).toEqual(['gpt-4o-mini']);
    expect((await faultFrom(ada.ask('models.list'))).status).toBe(403);
  });

  it('of what may be asked for have the groups of who asks', async () => {
    expect(await ada.ask('models.by-provider')).toEqual({ openai: ['fast', 'gpt-4o-mini'] });
    const channel = {
      name: 'vip',
      provider: 'gemini',
      base_url: 'https://x.example',
      models: ['call-model'],
      groups: ['vip'],
    };
    await root.ask('channels.create', { body: { channel } });
    expect(await ada.ask('models.by-provider')).toEqual({ openai: ['fast', 'gpt-4o-mini'] });
    expect(await root.ask('models.by-provider')).toMatchObject({ gemini: ['call-model'] });
    const prices = async (client: SessionClient) =>
      (await client.ask('pricing.list')) as { models: { model: string }[]; groups: object };
    expect(await prices(ada)).toMatchObject({
      models: [{ model: 'fast', price: { input: '0.15' }, groups: ['default'] }, { model: 'gpt-4o-mini' }],
      groups: { default: { ratio: '1' } },
    });
    expect(Object.keys((await prices(ada)).groups)).toEqual(['default']);
    expect((await prices(root)).models.map(({ model }) => model)).toContain('call-model');
    expect((await prices(root)).groups).toMatchObject({ vip: { ratio: '0.8' } });
  });

  it('of names are those that who asks may use', async () => {
    const channel = {
      name: 'vip',
      provider: 'gemini',
      base_url: 'https://x.example',
      models: ['call-model', 'gpt-4o-mini'],
      groups: ['vip'],
    };
    await root.ask('channels.create', { body: { channel } });
    expect(await ada.ask('models.own')).toEqual(['fast', 'gpt-4o-mini']);
    expect(await root.ask('models.own')).toEqual(['call-model', 'fast', 'gpt-4o-mini']);
  });
});

describe('a group', () => {
  const putGroup = (body: object) => root.ask('groups.put', { body });
  const remove = (name: string) => root.ask('groups.delete', { path: { name } });

  it('is made with its ratio, changed and deleted', async () => {
    await putGroup({ name: 'team', ratio: 0.5, models: { 'call-model': 2 } });
    expect(await root.ask('groups.list')).toEqual(['default', 'team', 'vip']);
    expect(await root.ask('groups.details')).toMatchObject([
      { name: 'default', ratio: '1', users: 2, keys: 0, channels: 1, from_config: true },
      { name: 'team', ratio: '0.5', models: { 'call-model': '2' }, users: 0, from_config: false },
      { name: 'vip', ratio: '0.8' },
    ]);
    await putGroup({ name: 'team', ratio: 0.25, models: { 'call-model': 2 } });
    expect((await audited('groups.put')).at(-1)).toMatchObject({ changes: { ratio: ['0.5', '0.25'] } });
    await putGroup({ name: 'team', ratio: 0.25, models: { 'call-model': 2, 'gpt-4o-mini': 3 } });
    const lines = await audited('groups.put');
    await putGroup({ name: 'team', ratio: '0.25', models: { 'gpt-4o-mini': '3.0', 'call-model': '2.0' } });
    expect(await audited('groups.put')).toEqual(lines);
    await account.apply(smallDocument(), { prune: true });
    expect(await root.ask('groups.own')).toMatchObject({ team: { ratio: '0.25' } });
    expect(await ada.ask('groups.own')).toEqual({ default: { ratio: '1', models: {} } });
    await remove('team');
    expect(await root.ask('groups.list')).toEqual(['default', 'vip']);
  });

  it('keeps what a change leaves out, and begins anew where it was deleted', async () => {
    const team = async () => (await root.ask('groups.details')) as { name: string }[];
    const find = async () => (await team()).find(({ name }) => name === 'team');
    await putGroup({ name: 'team', ratio: 0.5, models: { 'call-model': 2 } });
    await putGroup({ name: 'team', ratio: 0.25 });
    expect(await find()).toMatchObject({ ratio: '0.25', models: { 'call-model': '2' } });
    await putGroup({ name: 'team', models: {} });
    expect(await find()).toMatchObject({ ratio: '0.25', models: {} });
    await remove('team');
    await putGroup({ name: 'team' });
    expect(await find()).toMatchObject({ ratio: '1', models: {} });
  });

  it('whose ratio and whose ratios for models two change at once has both', async () => {
    await putGroup({ name: 'team', ratio: 0.5, models: { 'call-model': 2 } });
    answerBothTogether();
    await Promise.all([
      putGroup({ name: 'team', ratio: 0.25 }),
      putGroup({ name: 'team', models: { 'call-model': 3 } }),
    ]);
    expect(await root.ask('groups.details')).toContainEqual(
      expect.objectContaining({ name: 'team', ratio: '0.25', models: { 'call-model': '3' } }),
    );
  });

  it('that a file changes meanwhile keeps what the file says of it', async () => {
    await putGroup({ name: 'vip', models: { 'call-model': 2 } });
    const document = { ...smallDocument(), groups: { vip: { ratio: 0.25, models: { 'call-model': 2 } } } };
    account.ledger.before = async () => {
      account.ledger.before = undefined;
      await account.apply(document);
    };
    await putGroup({ name: 'vip', models: { 'call-model': 3 } });
    expect(await root.ask('groups.details')).toContainEqual(
      expect.objectContaining({ name: 'vip', ratio: '0.25', models: { 'call-model': '3' } }),
    );
  });

  it('that was there before any file keeps the ratio that people gave it', async () => {
    await account.context.knex('groups').where({ name: 'default' }).update({ from_config: false });
    await root.ask('groups.put', { body: { name: 'default', ratio: '2', models: { 'call-model': '3' } } });
    const details = { name: 'default', ratio: '2', models: { 'call-model': '3' }, from_config: false };
    const { groups: _, ...document } = smallDocument();
    await account.apply({ models: { 'call-model': { price: { call: 1 } } } }, { keepMembers: true });
    await account.apply(document);
    await account.apply({ ...document, groups: { vip: {} } }, { prune: true });
    expect(await root.ask('groups.details')).toContainEqual(expect.objectContaining(details));
  });

  it('that is used is not deleted, and says by whom', async () => {
    const document = smallDocument();
    Object.assign(document.users[1] ?? {}, { group: 'vip' });
    Object.assign(document.channels[0] ?? {}, { groups: ['default', 'vip'] });
    await account.apply({ ...document, site: { auto_groups: ['vip'] } });
    expect((await faultFrom(remove('vip'))).message).toBe(
      'The group "vip" is used by 1 user, channel "main", the auto_groups of the site.',
    );
    expect((await faultFrom(remove('default'))).message).toContain("everybody's who names none");
    expect((await faultFrom(remove('no-such'))).message).toBe('There is no group "no-such".');
    expect((await faultFrom(putGroup({ name: 'auto' }))).message).toContain('may not be declared');
  });
});
