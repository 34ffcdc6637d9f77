/** Boundary test 24: account is killed after it opened the purses and before it committed the rows. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { configuration, keys } from './testing/configuration.ts';
import { startWorld, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld(configuration);
}, 120_000);
afterAll(() => world.stop());
beforeEach(async () => {
  await restartAccount();
  await world.apply(configuration);
});

const unitsPerUsd = 500_000n;
const addedKey = 'sk-addedaddedaddedaddedaddedaddedadded';
const withAddedKey = `${configuration}  - { name: added, key: "${addedKey}", quota_usd: 7 }\n`;
const withMore = configuration.replace('quota_usd: 1000 ', 'quota_usd: 1003 ');

async function restartAccount(options = {}): Promise<void> {
  await world.service('account').kill();
  await world.service('account').start(options);
}

/** Begins to apply a configuration to an account that dies on the way. The command goes on with the next one. */
async function applyAndDie(yaml: string): Promise<{ next(): Promise<string> }> {
  await restartAccount({ isKillable: true, env: { HEADGATE_KILL_AT: 'after-purses' } });
  const applied = world.apply(yaml);
  applied.catch(() => undefined);
  await waitFor(() => !world.service('account').isRunning(), 'account is dead');
  return {
    async next() {
      await restartAccount();
      return applied;
    },
  };
}

interface Purse {
  purse: string;
  granted: bigint;
  used: bigint;
  held: bigint;
}

async function purses(): Promise<Purse[]> {
  const rows =
    await world.sql(`select id as purse, granted, used, held from ledger.purse where id like 'key:%'
     order by substring(id from 5)::int8`);
  return rows as unknown as Purse[];
}

async function grantedTo(name: string): Promise<bigint | undefined> {
  const [key] = await world.sql('select id from account.keys where name = $1 and not removed', [name]);
  return key && (await purses()).find(({ purse }) => purse === `key:${key.id}`)?.granted;
}

async function ask(key: string): Promise<number> {
  const answer = await fetch(`${world.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'call-model', messages: [{ role: 'user', content: 'hi' }] }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

test('boundary 24: a key whose row was not committed is there after the next apply, with one grant', async () => {
  const before = await purses();
  const applying = await applyAndDie(withAddedKey);
  const [orphan, ...others] = (await purses()).slice(before.length);
  expect(orphan?.granted).toBe(7n * unitsPerUsd);
  expect(others).toEqual([]);
  expect(await grantedTo('added')).toBeUndefined();

  expect(await applying.next()).toContain('key added: added');
  expect(await grantedTo('added')).toBe(7n * unitsPerUsd);
  expect(await world.apply(withAddedKey)).not.toContain('key added');
  expect(await grantedTo('added')).toBe(7n * unitsPerUsd);
  for (const key of [addedKey, keys.limited]) {
    await waitFor(async () => (await ask(key)) === 200, 'the key works');
  }
  // The purse that has no key stays as it was, in nobody's way.
  expect((await purses()).find(({ purse }) => purse === orphan?.purse)).toEqual(orphan);
});

test('boundary 24: a top-up whose row was not committed is granted once by the next apply', async () => {
  expect(await grantedTo('limited')).toBe(1_000n * unitsPerUsd);
  const applying = await applyAndDie(withMore);
  expect(await grantedTo('limited')).toBe(1_003n * unitsPerUsd);
  expect(await applying.next()).toContain('key limited');
  expect(await grantedTo('limited')).toBe(1_003n * unitsPerUsd);
});
