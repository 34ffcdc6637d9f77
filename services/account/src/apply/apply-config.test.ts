import { Media } from '@headgate/proto/gen/headgate/account/v1/account';
import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import { Price } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findKeyByHash } from '../keys/store.ts';
import { hashKey } from '../keys/text.ts';
import { type SmallDocument, smallDocument } from '../testing/documents.ts';
import { signInAs } from '../testing/session-client.ts';
import { createTestAccount, type TestAccount } from '../testing/test-account.ts';
import { readVersions } from '../versions/store.ts';

let account: TestAccount;
beforeEach(async () => {
  account = await createTestAccount();
});
afterEach(() => account.stop());

const versions = () => readVersions(account.context.knex);
const find = async (text: string) => (await findKeyByHash(account.context.knex, hashKey(text))).key;

test('a first document makes everything it names', async () => {
  const { changes, warnings } = await account.apply(smallDocument());
  expect(changes).toEqual([
    'group default: added',
    'group vip: added',
    'model gpt-4o-mini: added',
    'model call-model: added',
    'channel main: added',
    'user root: added',
    'user ada: added',
    'key ci: added',
    'key ops: added',
    'prices: changed, now version 1',
  ]);
  expect(warnings).toEqual([]);
  expect(await versions()).toEqual({ keysVersion: 2n, catalogVersion: 2n });
  expect(account.announced).toEqual([{ keysVersion: 2n, catalogVersion: 2n }]);
});

test('the same document again changes nothing and counts nothing up', async () => {
  await account.apply(smallDocument());
  const rows = await account.context.knex('users').select().orderBy('id');
  const { changes } = await account.apply(smallDocument());
  expect(changes).toEqual([]);
  expect(await versions()).toEqual({ keysVersion: 2n, catalogVersion: 2n });
  expect(account.announced).toHaveLength(1);
  expect(await account.context.knex('users').select().orderBy('id')).toEqual(rows);
});

test('prices and grants reach the ledger before the rows, as exact decimals and units', async () => {
  const rowsWhenAsked: unknown[] = [];
  account.ledger.before = async () => {
    rowsWhenAsked.push(...(await account.context.knex('keys').select('id')));
  };
  await account.apply(smallDocument());
  expect(rowsWhenAsked).toEqual([]);
  const { prices, groups, prune } = at(account.ledger.prices, 0);
  expect(prices).toEqual([
    Price.fromPartial({ model: 'gpt-4o-mini', input: '0.15', cacheRead: '0.075', output: '0.6' }),
    Price.fromPartial({ model: 'call-model', call: '0.01' }),
  ]);
  expect({ groups, prune }).toEqual({
    groups: [
      { group: 'default', ratio: '1', models: {} },
      { group: 'vip', ratio: '0.8', models: {} },
    ],
    prune: false,
  });
  const source = 'config';
  const asked = [...account.ledger.purses].sort((a, b) => a.purse.localeCompare(b.purse));
  expect(asked).toEqual([
    { purse: 'key:1', unlimited: false, source, grantedUnits: 5_000_000n },
    { purse: 'key:1:model:gpt-4o-mini', unlimited: false, source, grantedUnits: 750_000n },
    { purse: 'key:2', unlimited: true, source, grantedUnits: 0n },
    { purse: 'user:1', unlimited: true, source, grantedUnits: 0n },
    { purse: 'user:2', unlimited: false, source, grantedUnits: 10_000_000n },
  ]);
});

interface Change {
  what: string;
  edit: (document: SmallDocument) => unknown;
  lines: string[];
  counts: { keys: boolean; catalog: boolean };
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new Error(`there is no item ${index}`);
  return item;
}

const keysOnly = { keys: true, catalog: false };
const catalogOnly = { keys: false, catalog: true };

const changes: Change[] = [
  {
    what: 'a group more',
    edit: ({ groups }) => Object.assign(groups, { gold: { ratio: 0.5 } }),
    lines: ['group gold: added', 'prices: changed, now version 2'],
    counts: catalogOnly,
  },
  {
    what: 'a ratio',
    edit: ({ groups }) => Object.assign(groups.vip, { ratio: 0.9 }),
    lines: ['group vip: ratio 0.8 -> 0.9', 'prices: changed, now version 2'],
    counts: { keys: false, catalog: false },
  },
  {
    what: "a model's limit",
    edit: ({ models }) => Object.assign(models['gpt-4o-mini'], { max_output: 1000 }),
    lines: ['model gpt-4o-mini: max_output 16384 -> 1000'],
    counts: catalogOnly,
  },
  {
    what: "a model's fallbacks, to an alias and to a model that falls back to it",
    edit: ({ models }) => {
      Object.assign(models['gpt-4o-mini'], { fallbacks: ['call-model'] });
      Object.assign(models['call-model'], { fallbacks: ['fast', 'gpt-4o-mini'] });
    },
    lines: [
      'model gpt-4o-mini: fallbacks none -> call-model',
      'model call-model: fallbacks none -> fast gpt-4o-mini',
    ],
    counts: catalogOnly,
  },
  {
    what: "a channel's credential",
    edit: ({ channels }) => Object.assign(at(channels, 0), { keys: ['sk-upstream-secret-two'] }),
    lines: ['channel main: keys changed'],
    counts: catalogOnly,
  },
  {
    what: "a channel's models, groups and weight",
    edit: ({ channels }) =>
      Object.assign(at(channels, 0), { models: ['call-model'], groups: ['default', 'vip'], weight: 3 }),
    lines: [
      'channel main: models gpt-4o-mini fast=gpt-4o-mini -> call-model, groups default -> default vip, weight 1 -> 3',
    ],
    counts: catalogOnly,
  },
  {
    what: "a channel's request id",
    edit: ({ channels }) => Object.assign(at(channels, 0), { send_request_id: false }),
    lines: ['channel main: send_request_id true -> false'],
    counts: catalogOnly,
  },
  {
    what: 'timeouts of a channel',
    edit: ({ channels }) => Object.assign(at(channels, 0), { timeouts: { first_byte: 1.5, idle: 60 } }),
    lines: ['channel main: timeouts none -> first_byte=1.5s idle=60s'],
    counts: catalogOnly,
  },
  {
    what: "a user's group, role and grant",
    edit: ({ users }) => Object.assign(at(users, 1), { group: 'vip', role: 'admin', quota_usd: 0.5 }),
    lines: ['user ada: role user -> admin, group default -> vip, quota 20 USD -> 0.5 USD'],
    counts: keysOnly,
  },
  {
    what: 'a password',
    edit: ({ users }) => Object.assign(at(users, 1), { password: 'another password' }),
    lines: ['user ada: password changed'],
    counts: keysOnly,
  },
  {
    what: "a key's group and limits",
    edit: ({ keys }) =>
      Object.assign(at(keys, 0), { group: 'vip', rpm: 6, tpm: 7, concurrency: 8, ips: ['10.0.0.0/8'] }),
    lines: [
      "key ci: group the user's -> vip, rpm 600 -> 6, tpm 0 -> 7, concurrency 0 -> 8, ips none -> 10.0.0.0/8",
    ],
    counts: keysOnly,
  },
  {
    what: "a key's models and grant",
    edit: ({ keys }) =>
      Object.assign(at(keys, 0), { models: ['fast'], model_limits: { fast: 2 }, quota_usd: undefined }),
    lines: [
      'key ci: quota 10 USD -> unlimited, models none -> fast, model_limits gpt-4o-mini=1.5 USD -> fast=2 USD',
    ],
    counts: keysOnly,
  },
  {
    what: "a key's text",
    edit: ({ keys }) => Object.assign(at(keys, 1), { key: 'sk-ops-fedcba9876543210' }),
    lines: ['key ops: key text changed'],
    counts: keysOnly,
  },
  {
    what: 'a disabled key',
    edit: ({ keys }) => Object.assign(at(keys, 1), { enabled: false, expires_at: 2_000_000_000 }),
    lines: ['key ops: expires_at 0 -> 2000000000, enabled true -> false'],
    counts: keysOnly,
  },
  {
    what: 'the site',
    edit: (document) => Object.assign(document, { site: { name: 'Sluice' } }),
    lines: ['site: name Headgate -> Sluice'],
    counts: catalogOnly,
  },
];

test.each(changes)('a change of $what is said, written and counted', async ({ edit, lines, counts }) => {
  await account.apply(smallDocument());
  const document = smallDocument();
  edit(document);
  expect((await account.apply(document)).changes).toEqual(lines);
  expect(await versions()).toEqual({
    keysVersion: counts.keys ? 3n : 2n,
    catalogVersion: counts.catalog ? 3n : 2n,
  });
  expect((await account.apply(document)).changes).toEqual([]);
});

test('two keys may swap their texts in one change', async () => {
  await account.apply(smallDocument());
  const [ci, ops] = [await find('sk-ci-0123456789abcdef'), await find('sk-ops-0123456789abcdef')];
  const document = smallDocument();
  at(document.keys, 0).key = 'sk-ops-0123456789abcdef';
  at(document.keys, 1).key = 'sk-ci-0123456789abcdef';
  await account.apply(document);
  expect((await find('sk-ci-0123456789abcdef'))?.id).toBe(ops?.id);
  expect((await find('sk-ops-0123456789abcdef'))?.id).toBe(ci?.id);
});

test('what a person changed and the file does not name stays', async () => {
  const document = smallDocument();
  Reflect.deleteProperty(at(document.users, 1), 'password');
  await account.apply(smallDocument());
  await account.context
    .knex('users')
    .where({ username: 'ada' })
    .update({ enabled: false, display_name: 'Ada' });
  expect((await account.apply(document)).changes).toEqual([]);
  const ada = await account.context.knex('users').where({ username: 'ada' }).first();
  expect(ada).toMatchObject({ enabled: false, display_name: 'Ada' });
  expect(ada.password_hash).toMatch(/^\$argon2id\$/);
});

describe('pruning', () => {
  const shrunken = () => {
    const { channels, keys, users, ...rest } = smallDocument();
    return {
      ...rest,
      groups: { default: { ratio: 1 } },
      models: { 'gpt-4o-mini': rest.models['gpt-4o-mini'] },
      channels: [],
      users: [at(users, 0)],
      keys: [at(keys, 1)],
    };
  };

  test('without it nothing goes', async () => {
    await account.apply(smallDocument());
    expect((await account.apply(shrunken())).changes).toEqual([]);
    expect(await find('sk-ci-0123456789abcdef')).toBeDefined();
  });

  test('what the file no longer names goes, and its keys stop working', async () => {
    await account.apply(smallDocument());
    const { changes } = await account.apply(shrunken(), { prune: true });
    expect(changes).toEqual([
      'group vip: removed',
      'model call-model: removed',
      'channel main: removed',
      'user ada: removed',
      'key ci: removed',
      'prices: changed, now version 2',
    ]);
    expect(account.ledger.prices.at(-1)?.prune).toBe(true);
    expect(await find('sk-ci-0123456789abcdef')).toBeUndefined();
    expect((await account.apply(shrunken(), { prune: true })).changes).toEqual([]);
  });

  test('keys that a user made go with them, and do not come back', async () => {
    await account.apply(smallDocument());
    const ada = await signInAs(account, 'ada');
    const { key } = (await ada.ask('keys.create', { body: { name: 'mine' } })) as { key: string };
    await account.apply(shrunken(), { prune: true });
    await account.apply(smallDocument());
    expect(await find('sk-ci-0123456789abcdef')).toMatchObject({ enabled: true });
    expect(await find(key)).toBeUndefined();
  });

  test('a name that comes back has the id and so the purse it had', async () => {
    await account.apply(smallDocument());
    const before = await find('sk-ci-0123456789abcdef');
    await account.apply(shrunken(), { prune: true });
    account.ledger.forget();
    const { changes } = await account.apply(smallDocument());
    expect(changes).toContain('key ci: added');
    expect((await find('sk-ci-0123456789abcdef'))?.id).toBe(before?.id);
    expect((await find('sk-ci-0123456789abcdef'))?.enabled).toBe(true);
    expect(account.ledger.granted('key:1')).toBe(5_000_000n);
  });

  test('keys that people made stay, also under a name that the file has for somebody else', async () => {
    await account.apply(smallDocument());
    const root = await signInAs(account, 'root');
    await root.ask('users.create', { body: { username: 'bob', password: 'a long password' } });
    const bob = await signInAs(account, 'bob');
    await bob.ask('keys.create', { body: { name: 'ci' } });
    expect((await account.apply(smallDocument(), { prune: true })).changes).toEqual([]);
    expect(await bob.ask('keys.list')).toMatchObject({ items: [{ name: 'ci', status: 1 }] });
  });

  test('a root user and the default group stay', async () => {
    await account.apply(smallDocument());
    const { changes, warnings } = await account.apply({}, { prune: true });
    expect(warnings).toEqual(['user root: kept, a root user is never pruned']);
    expect(changes).not.toContain('group default: removed');
    expect(changes).not.toContain('user root: removed');
    expect(account.ledger.prices.at(-1)?.groups).toEqual([{ group: 'default', ratio: '1', models: {} }]);
  });
});

test('media models are listed with what their service reads of them', async () => {
  const document = smallDocument();
  Object.assign(document.models, {
    'sora-2': { family: 'V1', price: { second: 0.1 } },
    'h3-pro': { family: 'V5', tier: 'pro', price: { second: { '768P': 0.08, '2K': 0.16 } } },
    'og-image': { image_task: true, image_sizes: ['1K', '2K'], price: { image: { '1K': 0.03 } } },
  });
  at(document.channels, 0).models.push('sora-2');
  const { warnings } = await account.apply(document);
  expect(warnings).toEqual([]);
  const { catalog } = await account.context.catalog.get(0n);
  const none = Media.create();
  expect(catalog?.models.map(({ name, media }) => [name, media])).toEqual([
    ['call-model', undefined],
    ['gpt-4o-mini', undefined],
    ['h3-pro', { ...none, family: 'V5', tier: 'pro' }],
    ['og-image', { ...none, imageTask: true, imageSizes: ['1K', '2K'] }],
    ['sora-2', { ...none, family: 'V1' }],
  ]);
  expect(catalog?.channels[0]?.models.map(({ name }) => name)).toEqual(['gpt-4o-mini', 'fast', 'sora-2']);
  const prices = new Map(at(account.ledger.prices, 0).prices.map(({ model, metered }) => [model, metered]));
  expect(prices.get('sora-2')).toEqual([{ unit: MeteredUnit.SECOND, variant: '', price: '0.1' }]);
  expect(prices.get('h3-pro')).toEqual([
    { unit: MeteredUnit.SECOND, variant: '768P', price: '0.08' },
    { unit: MeteredUnit.SECOND, variant: '2K', price: '0.16' },
  ]);
  expect(prices.get('og-image')).toEqual([{ unit: MeteredUnit.IMAGE, variant: '1K', price: '0.03' }]);
  expect((await account.apply(document)).changes).toEqual([]);
});

test('a dry run says what would change, and nothing does', async () => {
  const { changes } = await account.apply(smallDocument(), { dryRun: true });
  expect(changes).toEqual(expect.arrayContaining(['model gpt-4o-mini: added', 'prices: would change']));
  expect(account.ledger.prices).toEqual([]);
  expect(account.ledger.purses).toEqual([]);
  expect(await account.context.knex('models').select()).toEqual([]);
  expect(account.announced).toEqual([]);
});

test('members that a file of prices leaves out stay as they are', async () => {
  const document = smallDocument();
  Object.assign(document.models, { 'og-image': { image_task: true, price: { image: 0.03 } } });
  await account.apply(document);
  const prices = { models: { 'gpt-4o-mini': { price: { input: 1 } }, 'og-image': { price: { call: 1 } } } };
  const before = await account.context.knex('models').select().orderBy('name');
  expect((await account.apply(prices, { keepMembers: true })).changes).toEqual([
    'prices: changed, now version 2',
  ]);
  expect(await account.context.knex('models').select().orderBy('name')).toEqual(before);
  expect((await account.apply(prices)).changes).toContain('model gpt-4o-mini: max_output 16384 -> 32768');
});

test('weak secrets are warned about by name alone', async () => {
  const document = smallDocument();
  at(document.keys, 0).key = 'sk-short';
  at(document.users, 0).password = 'tiny';
  const { warnings } = await account.apply(document);
  expect(warnings).toEqual([
    'user root: the password has fewer than 8 characters',
    'key ci: it is so short that it could be guessed',
  ]);
});

test('no secret enters a line, changed or refused', async () => {
  const said: string[] = [];
  const document = smallDocument();
  said.push(...(await account.apply(document)).changes);
  at(document.channels, 0).keys = ['sk-upstream-secret-two'];
  at(document.users, 0).password = 'a second password';
  at(document.keys, 0).key = 'sk-ci-fedcba9876543210';
  said.push(...(await account.apply(document)).changes);
  at(document.keys, 1).key = 'sk-ci-fedcba9876543210';
  said.push((await account.refusal(document)).message);
  said.push((await account.refusal({ ...document, keys: 'sk-ci-fedcba9876543210' })).message);
  expect(said.join('\n')).not.toMatch(/secret|password(?! changed)|sk-|\$argon2/);
});
