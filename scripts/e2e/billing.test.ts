/** The books against the sandbox's own log: what was produced is what is billed, to the unit, once. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configuration, keys } from './testing/configuration.ts';
import { unitsOf, unitsPerDollar } from './testing/units-of.ts';
import { startWorld, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld(configuration, { textGateways: 2 });
}, 120_000);
afterAll(() => world.stop());

function client(apiKey: string): OpenAI {
  return new OpenAI({ apiKey, baseURL: `${world.baseUrl}/v1`, maxRetries: 0 });
}

test('200 mixed requests: the entries add up to what the sandbox logged times the price', async () => {
  const models = ['gpt-4o-mini', 'reason-mini', 'call-model', 'fast'];
  const run = async (index: number): Promise<void> => {
    const content = `request ${index} ${'lorem '.repeat(index % 37)} [[chunks=${1 + (index % 11)}${index % 3 ? '' : ' cached=5'}]]`;
    const key = index % 2 === 0 ? keys.unlimited : keys.limited;
    const request = {
      model: models[index % models.length] ?? '',
      messages: [{ role: 'user' as const, content }],
    };
    if (index % 4 < 2) {
      await client(key).chat.completions.create(request);
      return;
    }
    const stream = await client(key).chat.completions.create({
      ...request,
      stream: true,
      ...(index % 4 === 3 && { stream_options: { include_usage: true } }),
    });
    for await (const _ of stream);
  };
  for (let from = 0; from < 200; from += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, offset) => run(from + offset)));
  }
  const served = await world.served();
  expect(served).toHaveLength(200);
  expect(new Set(served.map(({ requestId }) => requestId)).size).toBe(200);
  const entries = await waitFor(async () => {
    const rows = await world.sql(
      "select id, amount from ledger.entry where kind in ('settle', 'interrupted')",
    );
    return rows.length >= 200 ? rows : undefined;
  }, '200 entries');
  expect(entries).toHaveLength(200);
  const amounts = new Map(entries.map(({ id, amount }) => [id, amount]));
  for (const request of served) {
    expect(amounts.get(request.requestId), JSON.stringify(request)).toBe(unitsOf(request));
  }
  const total = served.reduce((sum, request) => sum + unitsOf(request), 0n);
  expect(total).toBeGreaterThan(0n);
  const [books] = await world.sql(
    `select (select sum(amount)::int8 from ledger.entry where kind = 'settle') as entries,
            (select sum(used)::int8 from ledger.purse where id like 'key:%') as keys,
            (select sum(used)::int8 from ledger.purse where id like 'user:%') as users,
            (select sum(amount)::int8 from ledger.usage) as usage,
            (select count(*) from ledger.parked) as parked`,
  );
  expect(books).toEqual({ entries: total, keys: total, users: total, usage: total, parked: 0n });
}, 120_000);

describe('the account records', () => {
  test('show what was used, in units and in the display unit', async () => {
    const get = async (path: string): Promise<Record<string, unknown>> => {
      const answer = await fetch(world.baseUrl + path, {
        headers: { authorization: `Bearer ${keys.limited}` },
      });
      expect(answer.status).toBe(200);
      return (await answer.json()) as Record<string, unknown>;
    };
    const [purse] = await world.sql(
      "select used from ledger.purse where granted = 500000000 and id like 'key:%'",
    );
    const used = Number(purse?.used);
    for (const path of ['/api/usage/token/', '/api/usage/token']) {
      expect(await get(path)).toMatchObject({
        code: true,
        message: 'ok',
        data: {
          object: 'token_usage',
          name: 'limited',
          total_granted: 500_000_000,
          total_used: used,
          total_available: 500_000_000 - used,
          unlimited_quota: false,
          model_limits: {},
          model_limits_enabled: false,
          expires_at: 0,
        },
      });
    }
    for (const prefix of ['', '/v1']) {
      expect(await get(`${prefix}/dashboard/billing/subscription`)).toMatchObject({
        hard_limit_usd: 1000,
        access_until: 0,
      });
      expect(await get(`${prefix}/dashboard/billing/usage`)).toMatchObject({
        object: 'list',
        total_usage: (used / unitsPerDollar) * 100,
      });
    }
  });
});

test('a revoked key is refused everywhere soon, and what it had is given back', async () => {
  const ask = () => client(keys.narrow).models.list();
  await ask();
  await client(keys.narrow).chat.completions.create({
    model: 'call-model',
    messages: [{ role: 'user', content: 'hi' }],
  });
  const pruned = configuration.split('\n').filter((line) => !line.includes('name: narrow'));
  const revokedAt = performance.now();
  const { apply } = world;
  await apply(
    `${pruned.join('\n')}\n`.replace(
      'keys:\n',
      `keys:\n  - { name: narrow, key: "${keys.narrow}", expires_at: 1 }\n`,
    ),
  );
  await waitFor(async () => {
    const status = await ask().then(
      () => 200,
      (error: { status?: number }) => error.status,
    );
    return status === 401;
  }, 'the key is refused');
  process.stdout.write(
    `a key was refused ${Math.round(performance.now() - revokedAt)} ms after its change was sent\n`,
  );
});

test('applying the same file twice changes nothing', async () => {
  await world.apply(configuration);
  expect(await world.apply(configuration)).toContain('nothing to change');
});

test('what is served at a service tier costs what its row says, and elsewhere nothing changes', async () => {
  await world.apply('models:\n  gpt-4o-mini@priority: { price: { call: 0.5 } }\n');
  const amountOf = async (path: string, body: object): Promise<unknown> => {
    const headers = { authorization: `Bearer ${keys.unlimited}` };
    const answer = await fetch(world.baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
    await answer.text();
    const id = answer.headers.get('x-request-id');
    const find = () => world.sql('select amount from ledger.entry where id = $1', [id]);
    const entry = await waitFor(async () => (await find())[0], 'it is booked');
    return entry.amount;
  };
  const chat = { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'lorem '.repeat(1_000) }] };
  const priority = { ...chat, service_tier: 'priority' };
  const dear = BigInt(unitsPerDollar / 2);
  await waitFor(
    async () => (await amountOf('/v1/chat/completions', priority)) === dear,
    'the price is everywhere',
  );
  expect(await amountOf('/v1/chat/completions', { ...priority, stream: true })).toBe(dear);
  const usual = await amountOf('/v1/chat/completions', chat);
  expect(usual).toBeGreaterThan(0n);
  expect(usual).toBeLessThan(dear);
  expect(await amountOf('/v1/chat/completions', { ...chat, service_tier: 'flex' })).toBe(usual);
});
