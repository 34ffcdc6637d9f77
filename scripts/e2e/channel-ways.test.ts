/** What a configuration says of a channel's ways, through every process to the upstream and the bill. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answered, ask } from './testing/ask.ts';
import { unitsPerDollar } from './testing/units-of.ts';
import { startWorld, type World } from './testing/world.ts';

const key = 'sk-plainplainplainplainplainplainplain';
const autoKey = 'sk-autoautoautoautoautoautoautoautoauto';

const sandbox = `"\${HEADGATE_SANDBOX_URL}/v1"`;
const configuration = `
site: { auto_groups: [cheap, dear] }
groups: { default: { ratio: 1 }, cheap: { ratio: 0.5 }, dear: { ratio: 2 } }
models:
  mini: { price: { call: 0.01 } }
  fault-status-529: { price: { call: 0.01 } }
  down: { price: { call: 0.01 }, fallbacks: [also-down, spare] }
  also-down: { price: { call: 0.01 } }
  spare: { price: { call: 0.03 } }
  common: { price: { call: 0.01 } }
  special: { price: { call: 0.01 } }
channels:
  - name: peculiar
    provider: openai
    base_url: ${sandbox}
    keys: ["upstream-secret-key"]
    store: false
    overrides:
      parameters: { temperature: 0.25, metadata: { team: blue } }
      headers: { X-Team: blue, user-agent: peculiar }
      statuses: { 529: 422 }
    models: [{ name: fast, upstream: mini }, { name: mini, upstream: deployment-1 }, fault-status-529]
  - name: converted
    provider: anthropic
    base_url: ${sandbox}
    keys: ["another-upstream-secret"]
    overrides: { parameters: { top_k: 7 }, headers: { anthropic-beta: some-beta } }
    models: [{ name: claude, upstream: mini }]
  - name: nobody-home
    provider: openai-compatible
    base_url: "http://127.0.0.1:9/v1"
    keys: ["dead-upstream-secret"]
    priority: 10
    models: [down, also-down]
  - name: reserve
    provider: openai-compatible
    base_url: ${sandbox}
    keys: ["reserve-upstream-secret"]
    models: [{ name: spare, upstream: spare-deployment }]
  - name: for-all
    provider: openai-compatible
    base_url: ${sandbox}
    keys: ["cheap-upstream-secret"]
    groups: [cheap, dear]
    models: [common]
  - name: for-few
    provider: openai-compatible
    base_url: ${sandbox}
    keys: ["dear-upstream-secret"]
    groups: [dear]
    models: [common, special]
users:
  - { username: root, password: root-password-for-tests, role: root }
keys:
  - { name: plain, key: "${key}", quota_usd: 1000 }
  - { name: automatic, key: "${autoKey}", group: auto, quota_usd: 1000 }
`;

let world: World;
beforeAll(async () => {
  world = await startWorld(configuration);
}, 120_000);
afterAll(() => world.stop());

interface Received {
  path: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

/** What the upstream was sent for a request. */
async function receivedFor({ id }: Answered): Promise<Received> {
  const answer = await fetch(`${world.sandboxUrl}/received?requestId=${id}`);
  const [last] = ((await answer.json()) as (Received & { bodyBase64: string })[]).slice(-1);
  if (!last) throw new Error(`The upstream was not sent ${id}`);
  return { ...last, body: JSON.parse(Buffer.from(last.bodyBase64, 'base64').toString('utf8')) };
}

async function billOf({ id }: Answered): Promise<Record<string, unknown>> {
  return waitFor(
    async () => (await world.sql('select * from ledger.usage where id = $1', [id]))[0],
    `the bill of ${id}`,
  );
}

const dollars = (amount: number): bigint => BigInt(amount * unitsPerDollar);

describe('a channel with ways of its own', () => {
  test('sets members and headers of every call, and lets nothing be kept', async () => {
    const answer = await ask(world, { key, model: 'mini' });
    expect(answer.status).toBe(200);
    const { headers, body } = await receivedFor(answer);
    expect(body).toEqual({
      model: 'deployment-1',
      stream: false,
      messages: [{ role: 'user', content: 'hi' }],
      temperature: 0.25,
      metadata: { team: 'blue' },
      store: false,
    });
    expect(headers).toMatchObject({
      'x-team': 'blue',
      'user-agent': 'peculiar',
      authorization: 'Bearer upstream-secret-key',
    });
  });

  test('sends the last name of a chain, answers under the first, and bills the first with a price', async () => {
    const answer = await ask(world, { key, model: 'fast' });
    expect(JSON.parse(answer.text)).toMatchObject({ model: 'fast' });
    expect((await receivedFor(answer)).body).toMatchObject({ model: 'deployment-1' });
    expect(await billOf(answer)).toMatchObject({ price_model: 'mini', amount: dollars(0.01) });
  });

  test('has one status read as another', async () => {
    const answer = await ask(world, { key, model: 'fault-status-529' });
    expect(answer.status).toBe(422);
    expect(await billOf(answer)).toMatchObject({ status: 422, amount: 0n });
  });

  test('sets members and headers of calls that were converted', async () => {
    const answer = await ask(world, { key, model: 'claude' });
    expect(answer.status).toBe(200);
    const { path, headers, body } = await receivedFor(answer);
    expect(path).toBe('/v1/messages');
    expect(headers).toMatchObject({ 'anthropic-beta': 'some-beta' });
    expect(body).toMatchObject({ model: 'mini', top_k: 7 });
  });
});

describe('a model whose channels are down', () => {
  test.each([{ stream: false }, { stream: true }])(
    'is answered by a fallback, streamed: $stream',
    async ({ stream }) => {
      const answer = await ask(world, { key, model: 'down', stream });
      expect(answer.status).toBe(200);
      expect(answer.text).toContain('"model":"down"');
      expect(answer.text).not.toContain('spare');
      expect((await receivedFor(answer)).body).toMatchObject({ model: 'spare-deployment' });
      expect(await billOf(answer)).toMatchObject({
        model: 'down',
        price_model: 'spare',
        amount: dollars(0.03),
        attempts: 3,
      });
    },
  );
});

describe('a key of the group auto', () => {
  test('is served by the first group that has the model, at its ratio', async () => {
    const common = await ask(world, { key: autoKey, model: 'common' });
    const special = await ask(world, { key: autoKey, model: 'special' });
    expect(await billOf(common)).toMatchObject({ group_name: 'cheap', amount: dollars(0.005) });
    expect(await billOf(special)).toMatchObject({ group_name: 'dear', amount: dollars(0.02) });
    expect((await receivedFor(common)).headers.authorization).toBe('Bearer cheap-upstream-secret');
  });

  test('lists what all the groups have', async () => {
    const answer = await fetch(`${world.baseUrl}/v1/models`, {
      headers: { authorization: `Bearer ${autoKey}` },
    });
    const { data } = (await answer.json()) as { data: { id: string }[] };
    expect(data.map(({ id }) => id)).toEqual(['common', 'special']);
  });
});
