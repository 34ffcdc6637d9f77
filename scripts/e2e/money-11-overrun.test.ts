/**
 * Test 11 of the money protocol: an upstream produces and reports more than the worst case that was reserved. The
 * house does not pay for it: it is billed in full, recorded as an overrun, and the purse that it emptied refuses.
 */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMetric, startWorld, type World } from './testing/world.ts';

/** One unit per output token; input is free, so that what a request reserves is its `max_tokens`. */
const unitsPerDollar = 500_000;
const quotaUnits = 1_000;
const keys = { whole: `sk-whole${'w'.repeat(40)}`, streamed: `sk-streamed${'s'.repeat(40)}` };

const configuration = `
models:
  talker: { price: { output: 2 }, max_output: 4096 }
channels:
  - name: sandbox
    provider: openai-compatible
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["upstream"]
    models: [talker]
users:
  - { username: root, password: root-password-for-tests, role: root }
keys:
  - { name: whole, key: "${keys.whole}", quota_usd: ${quotaUnits / unitsPerDollar} }
  - { name: streamed, key: "${keys.streamed}", quota_usd: ${quotaUnits / unitsPerDollar} }
`;

let world: World;
beforeAll(async () => {
  const env = { 'text-gateway': { HEADGATE_SLICE_IDLE_MS: '200' } };
  world = await startWorld(configuration, { env });
}, 120_000);
afterAll(() => world.stop());

function ask(key: string, maxTokens: number, stream: boolean): Promise<Response> {
  return fetch(`${world.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'talker',
      max_tokens: maxTokens,
      stream,
      messages: [{ role: 'user', content: 'hi' }],
    }),
  });
}

/** The next answer is so many tokens long, whatever the request's cap says; the sandbox counts four bytes as one. */
async function letUpstreamSay(tokens: number): Promise<void> {
  const fault = { model: 'talker', nth: 1, kind: 'huge-frame', bytes: tokens * 4 };
  const answer = await fetch(`${world.sandboxUrl}/faults`, { method: 'POST', body: JSON.stringify(fault) });
  expect(answer.status).toBe(201);
}

const overruns = () => readMetric(world.service('ledger'), 'headgate_ledger_overruns_total');
const overrunUnits = () => readMetric(world.service('ledger'), 'headgate_ledger_overrun_units_total');

test.each([
  ['a whole answer', keys.whole, 'whole', false],
  ['a stream', keys.streamed, 'streamed', true],
] as const)(
  'money 11: %s above the bound is billed in full, recorded, and ends the purse',
  async (_, key, name, stream) => {
    const before = { count: await overruns(), units: await overrunUnits() };
    // All of the quota is reserved, and three times as much is used.
    await letUpstreamSay(3 * quotaUnits);
    const answer = await ask(key, quotaUnits, stream);
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
    expect((await ask(key, 1, stream)).status).toBe(402);

    const id = answer.headers.get('x-request-id');
    const [entry] = await waitFor(async () => {
      const rows = await world.sql('select amount, overrun from ledger.entry where id = $1', [id]);
      return rows.length === 1 ? rows : undefined;
    }, 'the request is booked');
    expect(entry).toEqual({ amount: 3_000n, overrun: 2_000n });
    const [purse] = await world.sql(
      `select granted, used, held, used - granted as exceeded from ledger.purse
     where id = (select 'key:' || id from account.keys where name = $1)`,
      [name],
    );
    expect(purse).toEqual({ granted: 1_000n, used: 3_000n, held: 0n, exceeded: entry?.overrun });
    await waitFor(async () => (await overruns()) === before.count + 1, 'the overrun is counted');
    expect(await overrunUnits()).toBe(before.units + 2_000);
    expect((await ask(key, 1, stream)).status).toBe(402);
    expect((await world.served()).filter(({ requestId }) => requestId === id)).toMatchObject([
      { outcome: 'served', usage: { outputTokens: 3_000 } },
    ]);
  },
);
