/**
 * Test 9 of the money protocol: two keys of one user and a per-model limit race over two replicas. A request must
 * fit every purse of its path: what fits all of them is served, to the last request, and the rest is refused.
 */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from './testing/world.ts';

const callUsd = 0.01;
const callUnits = 5_000n;
const calls = { couple: 30, modelLimit: 12, limitedKey: 20, family: 24, familyLimit: 7 };

const keys = {
  his: `sk-his${'a'.repeat(40)}`,
  hers: `sk-hers${'b'.repeat(40)}`,
  limited: `sk-limited${'c'.repeat(40)}`,
  child: `sk-child${'d'.repeat(40)}`,
  parent: `sk-parent${'e'.repeat(40)}`,
};

const configuration = `
models:
  call-model: { price: { call: ${callUsd} } }
  other-model: { price: { call: ${callUsd} } }
channels:
  - name: sandbox
    provider: openai-compatible
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["upstream"]
    models: [call-model, other-model]
users:
  - { username: root, password: root-password-for-tests, role: root }
  - { username: couple, quota_usd: ${calls.couple * callUsd} }
  - { username: single }
  - { username: family, quota_usd: ${calls.family * callUsd} }
keys:
  - { name: his, user: couple, key: "${keys.his}", unlimited: true }
  - { name: hers, user: couple, key: "${keys.hers}", unlimited: true }
  - { name: limited, user: single, key: "${keys.limited}", quota_usd: ${calls.limitedKey * callUsd}, model_limits: { call-model: ${calls.modelLimit * callUsd} } }
  - { name: child, user: family, key: "${keys.child}", unlimited: true, model_limits: { call-model: ${calls.familyLimit * callUsd} } }
  - { name: parent, user: family, key: "${keys.parent}", unlimited: true }
`;

let world: World;
beforeAll(async () => {
  // A machine that is slow to answer a recall must not decide who is refused.
  const env = { 'text-gateway': { HEADGATE_SLICE_IDLE_MS: '1000', HEADGATE_RECALL_WAIT_MS: '20000' } };
  world = await startWorld(configuration, { textGateways: 2, env });
}, 120_000);
afterAll(() => world.stop());

async function ask(key: string, model: string): Promise<number> {
  const answer = await fetch(`${world.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'hi' }] }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Sends `count` requests of each of two kinds, all at once; gives how many of each were served. */
async function race(
  count: number,
  one: [string, string],
  other: [string, string],
): Promise<[number, number]> {
  const all = await Promise.all(
    Array.from({ length: count }, () => Promise.all([ask(...one), ask(...other)])),
  );
  expect(all.flat().filter((status) => status !== 200 && status !== 402)).toEqual([]);
  return [all.filter(([status]) => status === 200).length, all.filter(([, status]) => status === 200).length];
}

const ofUser = "(select 'user:' || id from account.users where username = $1)";
const ofKey = "(select 'key:' || id from account.keys where name = $1)";
const ofKeyModel = "(select 'key:' || id || ':model:call-model' from account.keys where name = $1)";

/** Waits until so many calls are booked on a purse and nothing is held; fails when it had no room for them. */
async function expectCalls(purse: string, name: string, calls: number): Promise<void> {
  const balance = await waitFor(async () => {
    const [row] = await world.sql(
      `select used, held, unlimited or used <= granted as fits from ledger.purse where id = ${purse}`,
      [name],
    );
    return row?.held === 0n && row.used === BigInt(calls) * callUnits ? row : undefined;
  }, `${calls} calls of ${name} are booked and nothing is held`);
  expect(balance.fits).toBe(true);
}

test('money 9: two keys of one user get exactly what the user has, together', async () => {
  const [his, hers] = await race(150, [keys.his, 'call-model'], [keys.hers, 'other-model']);
  expect(his + hers).toBe(calls.couple);
  await expectCalls(ofUser, 'couple', calls.couple);
  await expectCalls(ofKey, 'his', his);
  await expectCalls(ofKey, 'hers', hers);
});

test('money 9: a limited model gets exactly its limit, and leaves the rest of the key to other models', async () => {
  const [limited, none] = await race(80, [keys.limited, 'call-model'], [keys.limited, 'call-model']);
  expect(limited + none).toBe(calls.modelLimit);
  const [first, second] = await race(40, [keys.limited, 'other-model'], [keys.limited, 'other-model']);
  expect(first + second).toBe(calls.limitedKey - calls.modelLimit);
  await expectCalls(ofKeyModel, 'limited', calls.modelLimit);
  await expectCalls(ofKey, 'limited', calls.limitedKey);
});

test('money 9: a limited model and another key race for the quota of one user', async () => {
  const [child, parent] = await race(150, [keys.child, 'call-model'], [keys.parent, 'call-model']);
  expect(child).toBeLessThanOrEqual(calls.familyLimit);
  expect(child + parent).toBe(calls.family);
  await expectCalls(ofUser, 'family', calls.family);
  await expectCalls(ofKeyModel, 'child', child);
  await expectCalls(ofKey, 'parent', parent);
});
