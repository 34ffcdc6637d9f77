import { ApplyConfigRequest } from '@headgate/proto/gen/headgate/account/v1/account';
import { providers } from '@headgate/proto/providers';
import { vendorNames } from '@headgate/proto/vendors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smallDocument } from '../testing/documents.ts';
import { signInAs } from '../testing/session-client.ts';
import { createTestAccount, faultFrom, type TestAccount } from '../testing/test-account.ts';
import { readVersions } from '../versions/store.ts';
import { applyConfig } from './apply-config.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await createTestAccount();
});
afterAll(() => account.stop());

const model = { price: { input: 1 } };
const root = { username: 'root', role: 'root' };
const channel = { name: 'a', provider: 'openai', base_url: 'https://host/v1', models: ['m'] };
const key = { name: 'k', key: 'sk-0123456789abcdef' };
const webhook = {
  name: 'w',
  url: 'https://host/hook',
  secret: `whsec_${'A'.repeat(32)}`,
  events: ['soft_limit'],
};
/** The document is well-formed but for what a case adds or replaces. */
const base = { models: { m: model }, channels: [channel], users: [root], keys: [key] };

interface Case {
  document: unknown;
  says: string;
}

const decimalWords = 'must be a decimal number from 0';
const usdWords = 'must be at most 1000000000 and a multiple of 0.000002';

const cases: Case[] = [
  { document: [], says: 'must be of type object' },
  { document: { ...base, colour: 1 }, says: '  colour: unknown member' },
  { document: { site: { title: 'x' } }, says: '  site.title: unknown member' },
  { document: { site: { quota_display: 'EUR' } }, says: '  site.quota_display: Invalid option' },
  { document: { groups: { vip: { ration: 1 } } }, says: '  groups.vip.ration: unknown member' },
  { document: { groups: { vip: { ratio: -1 } } }, says: `  groups.vip.ratio: ${decimalWords}` },
  {
    document: { site: { name: 'half of \ud83d' } },
    says: '  site.name: may hold neither a zero character nor half of a character',
  },
  {
    document: { ...base, channels: [{ ...channel, provider: 'opnai' }] },
    says: '  channels[0].provider: must be one of anthropic, ark, azure-openai',
  },
  {
    document: { ...base, channels: [{ ...channel, vendor: 'vlm' }] },
    says: '  channels[0].vendor: must be one of ',
  },
  { document: { groups: { ' vip': {} } }, says: '  groups[" vip"]: must be one line of text' },
  { document: { models: { m: {} } }, says: '  models.m.price: is missing' },
  { document: { models: { m: { price: 0.1 } } }, says: '  models.m.price: must be of type object' },
  { document: { models: { m: { price: { ouput: 1 } } } }, says: '  models.m.price.ouput: unknown member' },
  { document: { models: { m: { ...model, max_out: 1 } } }, says: '  models.m.max_out: unknown member' },
  { document: { models: { m: { ...model, max_output: 0 } } }, says: '  models.m.max_output: Too small' },
  {
    document: { models: { m: { ...model, family: 'V99' } } },
    says: '  models.m.family: Invalid option',
  },
  {
    document: { models: { m: { ...model, image_tier: 'vip' } } },
    says: '  models.m.image_tier: Invalid option',
  },
  { document: { models: { m: { ...model, size_map: 'x' } } }, says: '  models.m.size_map: Invalid input' },
  {
    document: { ...base, webhooks: [{ ...webhook, secret: 'whsec_c2hvcnQ=' }] },
    says: '  webhooks[0].secret: must be whsec_ and 24 to 64 bytes in base64',
  },
  {
    document: { ...base, webhooks: [{ ...webhook, url: 'https://user:word@host/hook' }] },
    says: '  webhooks[0].url: must be an http or https URL without user, password and fragment',
  },
  {
    document: { ...base, webhooks: [{ ...webhook, events: ['paid'] }] },
    says: '  webhooks[0].events[0]: Invalid input',
  },
  {
    document: { ...base, webhooks: [webhook, webhook] },
    says: '  webhooks[1].name: is the same as webhooks[0].name',
  },
  {
    document: { ...base, users: [{ ...root, soft_limit_percent: 80 }] },
    says: '  users[0].soft_limit_percent: needs quota_usd, of which it is a part',
  },
  {
    document: { ...base, keys: [{ ...key, unlimited: true, soft_limit_percent: 80 }] },
    says: '  keys[0].soft_limit_percent: needs quota_usd, of which it is a part',
  },
  {
    document: { ...base, keys: [{ ...key, quota_usd: 1, soft_limit_percent: 0 }] },
    says: '  keys[0].soft_limit_percent: must be at least 1',
  },
  {
    document: { ...base, keys: [{ ...key, quota_usd: 1, soft_limit_percent: 101 }] },
    says: '  keys[0].soft_limit_percent: must be at most 100',
  },
  {
    document: { models: { m: { price: { input: 'NaN' } } } },
    says: `  models.m.price.input: ${decimalWords}`,
  },
  {
    document: { models: { m: { price: { input: 1e-10 } } } },
    says: `  models.m.price.input: ${decimalWords}`,
  },
  {
    document: { models: { 'x.y': { price: { second: { '2K': -1 } } } } },
    says: `  models["x.y"].price.second.2K: ${decimalWords}`,
  },
  {
    document: { models: { m: { price: { cache_read: 1 } } } },
    says: '  models.m.price: needs at least one of input, output, call, second, image, character and minute',
  },
  {
    document: { models: { m: { price: { character: 15, minute: { output: 0.02 } } } } },
    says: '  models.m.price.minute.output: is billed to nobody, since minutes of sound that is made are not counted: use character or audio_output',
  },
  {
    document: { models: { m: { ...model, fallbacks: ['m'] } } },
    says: '  models.m.fallbacks[0]: is the model itself',
  },
  {
    document: { models: { m: { ...model, fallbacks: ['q', 'q'] }, q: model } },
    says: '  models.m.fallbacks[1]: "q" is named twice',
  },
  {
    document: { models: { m: { ...model, fallbacks: ['a', 'b', 'c', 'd', 'e', 'f'] } } },
    says: '  models.m.fallbacks: must have at most 5 entries',
  },
  {
    document: { models: { m: { ...model, fallbacks: ['q'] } } },
    says: '  model m: there is no model "q" to fall back to',
  },
  {
    document: { ...base, channels: [{ ...channel, timeouts: { idle: 0 } }] },
    says: '  channels[0].timeouts.idle: must be at least 0.001 seconds',
  },
  {
    document: { ...base, channels: [{ ...channel, weigth: 3 }] },
    says: '  channels[0].weigth: unknown member',
  },
  {
    document: { ...base, channels: [{ ...channel, base_url: undefined }] },
    says: '  channels[0].base_url: is missing',
  },
  {
    document: { ...base, channels: [{ ...channel, base_url: `https://host${'/'.repeat(2_048)}` }] },
    says: '  channels[0].base_url: must have at most 2048 characters',
  },
  {
    document: { ...base, channels: [{ ...channel, base_url: 'ftp://host' }] },
    says: '  channels[0].base_url: must be an http',
  },
  {
    document: { ...base, channels: [{ ...channel, base_url: 'https://u:p@host' }] },
    says: '  channels[0].base_url: must be',
  },
  {
    document: { ...base, channels: [{ ...channel, base_url: 'https://host/?key=1' }] },
    says: '  channels[0].base_url: must be',
  },
  {
    document: { ...base, channels: [{ ...channel, keys: [''] }] },
    says: '  channels[0].keys[0]: must not be empty',
  },
  {
    document: { ...base, channels: [{ ...channel, keys: ['sk-one\nsk-two'] }] },
    says: '  channels[0].keys[0]: must be one line of text that a header can hold',
  },
  {
    document: { ...base, channels: [{ ...channel, models: [{ name: 'm', upstrem: 'x' }] }] },
    says: '  channels[0].models[0].upstrem: unknown member',
  },
  {
    document: { ...base, channels: [channel, { ...channel, weight: 2 }] },
    says: '  channels[1].name: is the same as channels[0].name',
  },
  {
    document: { ...base, channels: [{ ...channel, models: ['m', { name: 'm', upstream: 'x' }] }] },
    says: '  channels[0].models[1]: "m" is named twice in this channel',
  },
  {
    document: {
      models: { x: model, y: model },
      channels: [
        {
          ...channel,
          models: [
            { name: 'x', upstream: 'y' },
            { name: 'y', upstream: 'x' },
          ],
        },
      ],
    },
    says: '  channels[0].models[0]: "x" is an alias of itself: x -> y -> x',
  },
  {
    document: { ...base, channels: [{ ...channel, models: ['m', 'free'] }] },
    says: '  channel a: there is no price for model "free"',
  },
  {
    document: { ...base, channels: [{ ...channel, models: [{ name: 'p', upstream: 'q' }] }] },
    says: '  channel a: there is a price neither for model "p" nor for its upstream name "q"',
  },
  {
    document: {
      ...base,
      channels: [
        {
          ...channel,
          models: [
            { name: 'p', upstream: 'q' },
            { name: 'q', upstream: 'r' },
          ],
        },
      ],
    },
    says: '  channel a: there is a price neither for model "p" nor for its upstream name "q", "r"',
  },
  {
    document: { ...base, channels: [{ ...channel, groups: ['gold'] }] },
    says: '  channel a: there is no group "gold"',
  },
  { document: { users: [{ ...root, name: 'x' }] }, says: '  users[0].name: unknown member' },
  { document: { users: [{ ...root, role: 'king' }] }, says: '  users[0].role: Invalid option' },
  { document: { users: [root, root] }, says: '  users[1].username: is the same as users[0].username' },
  { document: { users: [{ ...root, group: 'gold' }] }, says: '  user root: there is no group "gold"' },
  { document: { users: [{ ...root, quota_usd: 0.000001 }] }, says: `  users[0].quota_usd: ${usdWords}` },
  { document: { users: [{ ...root, quota_usd: 1e10 }] }, says: `  users[0].quota_usd: ${usdWords}` },
  { document: { ...base, keys: [{ ...key, rmp: 1 }] }, says: '  keys[0].rmp: unknown member' },
  { document: { ...base, keys: [{ ...key, rpm: 1.5 }] }, says: '  keys[0].rpm: must be of type int' },
  {
    document: { ...base, keys: [{ ...key, ips: ['10.0.0.0/33'] }] },
    says: '  keys[0].ips[0]: must be an IP address',
  },
  {
    document: { ...base, keys: [{ ...key, key: 'with space' }] },
    says: '  keys[0].key: must be visible ASCII',
  },
  {
    document: { ...base, keys: [{ ...key, quota_usd: 1, unlimited: true }] },
    says: '  keys[0].unlimited: must not be true beside quota_usd',
  },
  {
    document: { ...base, keys: [{ ...key, model_limits: { m: -1 } }] },
    says: `  keys[0].model_limits.m: ${decimalWords}`,
  },
  { document: { ...base, keys: [{ ...key, user: 'eve' }] }, says: '  keys[0].user: there is no user "eve"' },
  { document: { keys: [key] }, says: '  keys[0].user: is missing, and there is no root user' },
  { document: { ...base, keys: [{ ...key, group: 'gold' }] }, says: '  key k: there is no group "gold"' },
  { document: { ...base, keys: [key, { ...key, name: 'l' }] }, says: '  key l: key k already has this text' },
  {
    document: { ...base, keys: [key, { name: 'k', user: 'root', key: 'sk-fedcba9876543210' }] },
    says: '  keys[1].name: is the same as keys[0].name',
  },
];

test.each(cases)('refused: $says', async ({ document, says }) => {
  const { status, code, message } = await account.refusal(document);
  expect({ status, code }).toEqual({ status: 400, code: 'invalid_request' });
  expect(message).toContain(says);
});

test('the document that the cases spoil is accepted', async () => {
  const other = await createTestAccount();
  try {
    expect((await other.apply(base)).changes).toContain('key k: added');
  } finally {
    await other.stop();
  }
});

test('a refused document leaves no trace in database and ledger', async () => {
  await account.refusal({ ...base, channels: [{ ...channel, models: ['free'] }] });
  expect(account.ledger.prices).toEqual([]);
  expect(account.ledger.purses).toEqual([]);
  expect(await readVersions(account.context.knex)).toEqual({ keysVersion: 1n, catalogVersion: 1n });
});

test('all problems are named at once, up to a bound', async () => {
  const keys = Array.from({ length: 30 }, (_, index) => ({ ...key, name: `k${index}`, colour: 1 }));
  const { message, param } = await account.refusal({ ...base, keys });
  expect(message.split('\n')).toHaveLength(22);
  expect(message).toContain('keys[19].colour: unknown member');
  expect(message).not.toContain('keys[20].colour');
  expect(message).toMatch(/and 10 more$/);
  expect(param).toBe('keys[0].colour');
});

test('what may stand for a word that is none is said to its end', async () => {
  const channels = [
    { ...channel, provider: 'open-ai' },
    { ...channel, name: 'b', vendor: 'v-llm' },
  ];
  const { message } = await account.refusal({ ...base, channels });
  expect(message).toContain(`channels[0].provider: must be one of ${providers.join(', ')}\n`);
  expect(message).toMatch(new RegExp(`channels\\[1\\]\\.vendor: must be one of ${vendorNames.join(', ')}$`));
});

test('many long problems are told as far as a trailer has room, and the others are counted', async () => {
  const channels = Array.from({ length: 100 }, (_, index) => ({
    ...channel,
    name: `c${index}`,
    provider: '?',
  }));
  const { message } = await account.refusal({ ...base, channels });
  const [, ...lines] = message.split('\n');
  expect(message.length).toBeLessThan(4_000);
  expect(lines.at(-1)).toBe(`  and ${100 - (lines.length - 1)} more`);
  expect(lines.length).toBeGreaterThan(5);
});

test('what is not JSON is refused without a word of its content', async () => {
  const request = ApplyConfigRequest.fromPartial({ document: Buffer.from('{"keys": [sk-0123456789abcdef') });
  const { message } = await faultFrom(applyConfig(account.context, request));
  expect(message).toContain('it is not JSON');
  expect(message).not.toContain('sk-');
});

test('a text that another key has cannot be taken, and pruning frees it', async () => {
  const other = await createTestAccount();
  try {
    await other.apply(base);
    const renamed = { ...base, keys: [{ ...key, name: 'new' }] };
    expect((await other.refusal(renamed)).message).toContain('key new: key k already has this text');
    expect((await other.apply(renamed, { prune: true })).changes).toEqual([
      'key new: added',
      'key k: removed',
    ]);
  } finally {
    await other.stop();
  }
});

test('pruning a group or price that is still used is refused', async () => {
  const other = await createTestAccount();
  try {
    await other.apply(smallDocument());
    const { models, ...rest } = smallDocument();
    expect((await other.refusal(rest, { prune: true })).message).toContain(
      'no price for model "gpt-4o-mini"',
    );
    expect((await other.apply(rest)).changes).toEqual([]);
    const root = await signInAs(other, 'root');
    await root.ask('users.create', { body: { username: 'bob', password: 'a long password', group: 'vip' } });
    await root.ask('keys.create', { body: { name: 'of vip', group: 'vip' } });
    const told = other.ledger.prices.length;
    const { groups, ...document } = smallDocument();
    const pruned = await other.refusal({ ...document, groups: { default: groups.default } }, { prune: true });
    expect(pruned.message).toContain('group vip: is used by 1 user and 1 key that no file names');
    expect(other.ledger.prices).toHaveLength(told);
  } finally {
    await other.stop();
  }
});

test('who came by themselves gets no role from a file that may mean somebody else', async () => {
  const other = await createTestAccount();
  try {
    await other.apply(smallDocument());
    await (await signInAs(other, 'root')).ask('users.create', {
      body: { username: 'ops', password: 'a long password' },
    });
    const withRole = (role?: string) => ({
      ...smallDocument(),
      users: [...smallDocument().users, { username: 'ops', ...(role && { role }) }],
    });
    const roleOf = () => other.context.knex('users').where({ username: 'ops' }).first('role');
    const told = other.ledger.purses.length;
    for (const role of ['admin', 'root'])
      expect((await other.refusal(withRole(role))).message).toContain(
        'users[2].role: is more than this user',
      );
    expect(other.ledger.purses).toHaveLength(told);
    expect(await roleOf()).toEqual({ role: 'user' });
    await other.apply(withRole());
    await other.apply(withRole('admin'));
    expect(await roleOf()).toEqual({ role: 'admin' });
  } finally {
    await other.stop();
  }
});
