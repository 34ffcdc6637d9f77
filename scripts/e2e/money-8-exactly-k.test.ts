/**
 * Test 8 of the money protocol, and the one that shows it best: a key with quota for exactly K requests meets
 * 20 x K at once over two replicas. K are answered, the rest are refused, and the balance is never below zero;
 * also when one replica gets all the traffic while the other holds a slice.
 */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from './testing/world.ts';

const requests = 40;
const callUsd = 0.01;
const callUnits = 5_000n;
const quotaUsd = requests * callUsd;
const keys = { both: `sk-both${'b'.repeat(40)}`, stranded: `sk-stranded${'s'.repeat(40)}` };

const configuration = `
models:
  call-model: { price: { call: ${callUsd} } }
channels:
  - name: sandbox
    provider: openai-compatible
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["upstream"]
    models: [call-model]
users:
  - { username: root, password: root-password-for-tests, role: root }
keys:
  - { name: both, key: "${keys.both}", quota_usd: ${quotaUsd} }
  - { name: stranded, key: "${keys.stranded}", quota_usd: ${quotaUsd} }
`;

let world: World;
beforeAll(async () => {
  // What stays stranded for longer than this is refused: a slow machine must not decide how many are answered.
  const env = { 'text-gateway': { HEADGATE_RECALL_WAIT_MS: '20000' } };
  const ingresses = { 'ingress-2': 'text-gateway' };
  world = await startWorld(configuration, { env, textGateways: 2, ingresses });
}, 120_000);
afterAll(() => world.stop());

async function ask(key: string, baseUrl = world.baseUrl): Promise<number> {
  const answer = await fetch(`${baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'call-model', messages: [{ role: 'user', content: 'hi' }] }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

interface Balance {
  granted: bigint;
  used: bigint;
  held: bigint;
}

async function balanceOf(name: string): Promise<Balance> {
  const [row] = await world.sql(
    `select granted, used, held from ledger.purse
     where id = (select 'key:' || id from account.keys where name = $1)`,
    [name],
  );
  return row as unknown as Balance;
}

/** Reads the balance again and again until told to stop; gives the lowest that was seen. */
function watchBalance(name: string): () => Promise<bigint> {
  let lowest: bigint | undefined;
  let isWatching = true;
  const watching = (async () => {
    while (isWatching) {
      const { granted, used, held } = await balanceOf(name);
      const free = granted - used - held;
      if (lowest === undefined || free < lowest) lowest = free;
    }
  })();
  return async () => {
    isWatching = false;
    await watching;
    return lowest ?? -1n;
  };
}

async function askAtOnce(key: string, count: number, baseUrl = world.baseUrl): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const all = await Promise.all(Array.from({ length: count }, () => ask(key, baseUrl)));
  for (const status of all) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  return statuses;
}

async function served(): Promise<number> {
  return (await world.served()).length;
}

test('over two replicas, exactly K of 20 x K are answered', async () => {
  const before = await served();
  const stopWatching = watchBalance('both');
  const statuses = await askAtOnce(keys.both, 20 * requests);
  expect(Object.fromEntries(statuses)).toEqual({ 200: requests, 402: 19 * requests });
  expect(await served()).toBe(before + requests);
  await waitFor(
    async () => (await balanceOf('both')).used === BigInt(requests) * callUnits,
    'all are booked',
  );
  expect(await stopWatching()).toBeGreaterThanOrEqual(0n);
  expect(await ask(keys.both)).toBe(402);
}, 90_000);

test('exactly K are answered by one replica while the other holds a slice', async () => {
  // Both replicas serve a little, and draw with headroom for more.
  await waitFor(async () => {
    expect(await ask(keys.stranded)).toBe(200);
    const slices = await world.sql(
      `select run from ledger.slice where granted - returned - consumed > $1 and path @> array(
         select 'key:' || id from account.keys where name = 'stranded')`,
      [callUnits],
    );
    return slices.length === 2;
  }, 'both replicas hold units');
  const before = await waitFor(async () => {
    const { length } = await world.sql("select 1 from ledger.entry where kind = 'settle'");
    if ((await served()) !== length) return undefined;
    const { used } = await balanceOf('stranded');
    return Number(used / callUnits);
  }, 'what was served is booked');

  const stopWatching = watchBalance('stranded');
  const statuses = await askAtOnce(keys.stranded, 20 * requests, world.baseUrlOf('ingress-2'));
  expect(Object.fromEntries(statuses)).toEqual({ 200: requests - before, 402: 19 * requests + before });
  await waitFor(
    async () => (await balanceOf('stranded')).used === BigInt(requests) * callUnits,
    'all are booked',
  );
  expect(await stopWatching()).toBeGreaterThanOrEqual(0n);
}, 90_000);
