import { afterAll, beforeAll, expect, test } from 'vitest';
import { smallDocument } from '../testing/documents.ts';
import { createTestAccount, type TestAccount } from '../testing/test-account.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await createTestAccount();
});
afterAll(() => account.stop());

const price = { price: { input: 1 } };

/** What gateways are told of a channel with these models, as `name upstream priceModel`. */
async function tell(models: object[], priced: string[]): Promise<string[] | undefined> {
  const document = smallDocument();
  const channels = document.channels.map((channel) => ({ ...channel, models }));
  await account.apply(
    { ...document, channels, models: Object.fromEntries(priced.map((name) => [name, price])) },
    { prune: true },
  );
  const { catalog } = await account.context.catalog.get(0n);
  return catalog?.channels[0]?.models.map(
    ({ name, upstream, priceModel }) => `${name} ${upstream} ${priceModel}`,
  );
}

const chain = [
  { name: 'fast', upstream: 'mini' },
  { name: 'mini', upstream: 'deployment' },
];

test('an alias of an alias is sent under the last name, and billed by the first with a price', async () => {
  expect(await tell(chain, ['mini'])).toEqual(['fast deployment mini', 'mini deployment mini']);
  expect(await tell(chain, ['mini', 'fast'])).toEqual(['fast deployment fast', 'mini deployment mini']);
  expect(await tell(chain, ['deployment'])).toEqual([
    'fast deployment deployment',
    'mini deployment deployment',
  ]);
});

test('a name that is its own upstream name ends the chain', async () => {
  const ended = [chain[0] ?? {}, { name: 'mini' }, { name: 'deployment', upstream: 'elsewhere' }];
  expect(await tell(ended, ['mini', 'deployment'])).toEqual([
    'fast mini mini',
    'mini mini mini',
    'deployment elsewhere deployment',
  ]);
});

test('a chain that comes back is refused, by each name on it and no other', async () => {
  const document = smallDocument();
  const models = [
    { name: 'entry', upstream: 'a' },
    { name: 'a', upstream: 'b' },
    { name: 'b', upstream: 'c' },
    { name: 'c', upstream: 'a' },
  ];
  const channels = document.channels.map((channel) => ({ ...channel, models }));
  const { message } = await account.refusal({ ...document, channels });
  expect(message).toContain('channels[0].models[1]: "a" is an alias of itself: a -> b -> c -> a');
  expect(message).toContain('channels[0].models[3]: "c" is an alias of itself: c -> a -> b -> c');
  expect(message).not.toContain('models[0]');
});
