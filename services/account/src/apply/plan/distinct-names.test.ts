/** Lists are compared by what they hold: names may have spaces, and be words that stand for nothing elsewhere. */
import { fc } from '@headgate/runtime/testing/properties';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestAccount, type TestAccount } from '../../testing/test-account.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await createTestAccount();
});
afterAll(() => account.stop());

const names = ['a', 'b', 'a b', 'a=b', 'none', '"a"'];
const lists = fc.uniqueArray(fc.constantFrom(...names), { maxLength: 3 });
const channelModels = fc.uniqueArray(
  fc.constantFrom(
    { name: 'a', upstream: 'a' },
    { name: 'a', upstream: 'b' },
    { name: 'a=b', upstream: 'a=b' },
    { name: 'a b', upstream: 'a b' },
    { name: 'b', upstream: 'b' },
    { name: 'none', upstream: 'none' },
  ),
  { maxLength: 3, selector: ({ name }) => name },
);

interface Sections {
  auto: string[];
  channel: { models: { name: string; upstream: string }[]; groups: string[]; tag: string };
  models: string[];
}

const sections: fc.Arbitrary<Sections> = fc.record({
  auto: lists,
  channel: fc.record({
    models: channelModels,
    groups: lists.filter((groups) => groups.length > 0),
    tag: fc.constantFrom('', ...names),
  }),
  models: lists,
});

const documentOf = ({ auto, channel, models }: Sections) => ({
  site: { auto_groups: auto },
  groups: Object.fromEntries(names.map((name) => [name, {}])),
  models: Object.fromEntries(names.map((name) => [name, { price: { input: 1 } }])),
  channels: [{ name: 'main', provider: 'openai', base_url: 'https://provider.example/v1', ...channel }],
  users: [{ username: 'root', password: 'root password', role: 'root' }],
  keys: [{ name: 'ci', key: 'sk-ci-0123456789abcdef', models }],
});

test('what is applied is there, whatever was there before', async () => {
  const { knex } = account.context;
  const property = fc.asyncProperty(sections, async (asked) => {
    await account.apply(documentOf(asked));
    const [channel, key, site] = await Promise.all([
      knex('channels').first('models', 'groups', 'tag'),
      knex('keys').first('models'),
      knex('site').first('auto_groups'),
    ]);
    // Nothing is written of a site before a file says something of it.
    const auto = site?.auto_groups ?? [];
    expect({ channel, models: key.models, auto }).toEqual(asked);
    expect((await account.apply(documentOf(asked))).changes).toEqual([]);
  });
  await fc.assert(property, { numRuns: 20 });
});
