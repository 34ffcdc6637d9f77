/** Account's database alone is that of an older backup: what lost keys and users had is theirs, and nobody else's. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from './testing/ask.ts';
import { startWorld, type World } from './testing/world.ts';

const configuration = `
models: { call-model: { price: { call: 0.01 } } }
channels:
  - name: sandbox
    provider: openai-compatible
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["upstream-secret-key"]
    models: [call-model]
users:
  - { username: root, password: root-password-for-tests, role: root }
`;
const lostKey = 'sk-lostlostlostlostlostlostlostlostlost';
const nextKey = 'sk-nextnextnextnextnextnextnextnextnext';

/** The same with another user, and a key of theirs. */
const withUser = (username: string, key: string, quotaUsd: number) => `${configuration}
  - { username: ${username}, password: a-password-for-tests, quota_usd: ${quotaUsd} }
keys:
  - { name: own, user: ${username}, key: "${key}", quota_usd: ${quotaUsd} }
`;

let world: World;
beforeAll(async () => {
  world = await startWorld(configuration);
}, 300_000);
afterAll(() => world.stop());

const purses = (kind: 'user' | 'key') =>
  world.sql('select id, granted, used from ledger.purse where id like $1 order by opened_at', [`${kind}:%`]);

test('the next user and the next key do not get what lost ones left, nor their log', async () => {
  await world.apply(withUser('lost', lostKey, 10));
  expect((await ask(world, { key: lostKey })).status).toBe(200);
  await waitFor(async () => (await purses('key'))[0]?.used === 5_000n, 'the lost key has spent');
  const [rootPurse, lostUser] = await purses('user');
  const lostPurses = { key: (await purses('key'))[0], user: lostUser };
  expect(lostPurses).toMatchObject({ key: { granted: 5_000_000n }, user: { used: 5_000n } });

  // Back to the moment before: rows and sequences.
  await world.sql('delete from account.keys');
  await world.sql(`delete from account.users where username = 'lost'`);
  await world.sql(`select setval(pg_get_serial_sequence('account.keys', 'id'), 1, false)`);
  await world.sql(
    `select setval(pg_get_serial_sequence('account.users', 'id'), (select max(id) from account.users))`,
  );

  await world.apply(withUser('next', nextKey, 1));
  const fresh = expect.objectContaining({ granted: 500_000n, used: 0n });
  expect(await purses('user')).toEqual([rootPurse, lostPurses.user, fresh]);
  expect(await purses('key')).toEqual([lostPurses.key, fresh]);
  const headers = { authorization: `Bearer ${nextKey}` };
  const log = await fetch(`${world.baseUrl}/api/log/token`, { headers });
  expect(await log.json()).toMatchObject({ success: true, data: { items: [] } });
});
