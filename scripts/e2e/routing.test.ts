/** Where requests go: away from what is broken, back when it recovers, and to whoever keeps what they go on from. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readMetric, startWorld, type World } from './testing/world.ts';

const key = 'sk-routingroutingroutingroutingrouting';
const otherKey = 'sk-another-another-another-another-an';

const models = ['shaky', 'steady', 'two-keys', 'kept', 'leaving', 'cached'];

function channel(name: string, model: string, more: string): string {
  return `
  - { name: ${name}, provider: openai, base_url: "\${HEADGATE_SANDBOX_URL}/v1", models: [${model}], ${more} }`;
}

function configurationWith(leavingKey: string): string {
  return `
models:
${models.map((model) => `  ${model}: { price: { input: 1, output: 1 } }`).join('\n')}
channels:
${channel('shaky', 'shaky', 'priority: 10, keys: [shaky-key]')}
${channel('steady', '{ name: shaky, upstream: steady }', 'keys: [steady-key]')}
${channel('two-keys', 'two-keys', 'keys: [bad-key, good-key]')}
${channel('kept-a', 'kept', 'keys: [keeper-1, keeper-2]')}
${channel('kept-b', 'kept', 'keys: [keeper-3, keeper-4]')}
${channel('leaving', 'leaving', `keys: [${leavingKey}]`)}
${['a', 'b', 'c', 'd'].map((name) => channel(`cached-${name}`, 'cached', `keys: [cache-${name}]`)).join('')}
users:
  - { username: root, password: root-password-for-tests, role: root }
keys:
  - { name: routing, key: "${key}", quota_usd: 1000000 }
  - { name: another, key: "${otherKey}", quota_usd: 1000000 }
`;
}

let world: World;
/** The public addresses of two ingresses, with a gateway of its own each. */
let replicas: [string, string];
beforeAll(async () => {
  world = await startWorld(configurationWith('leaving-key'), {
    textGateways: 2,
    ingresses: { 'ingress-2': 'text-gateway', 'ingress-3': 'text-gateway-2' },
    env: { 'text-gateway': { HEADGATE_BREAKER_OPEN_MS: '500', HEADGATE_BREAKER_MAX_OPEN_MS: '1000' } },
  });
  replicas = [world.baseUrlOf('ingress-2'), world.baseUrlOf('ingress-3')];
}, 120_000);
afterAll(() => world.stop());

interface Asked {
  status: number;
  id: string;
  body: string;
}

async function ask(baseUrl: string, path: string, body: object, as = key): Promise<Asked> {
  const answer = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, id: answer.headers.get('x-request-id') ?? '', body: text };
}

function chat(baseUrl: string, model: string, more: object = {}): Promise<Asked> {
  const messages = [{ role: 'user', content: 'hi' }];
  return ask(baseUrl, '/v1/chat/completions', { model, messages, ...more });
}

/** What upstreams called the model, attempt by attempt. */
async function triedModels(id: string): Promise<string[]> {
  return (await world.served()).filter(({ requestId }) => requestId === id).map(({ model }) => model);
}

/** The upstream credential that a request came with last. */
async function credentialOf(id: string): Promise<unknown> {
  const received = await fetch(`${world.sandboxUrl}/received?requestId=${id}`);
  const requests = (await received.json()) as { headers: Record<string, string> }[];
  return requests.at(-1)?.headers.authorization;
}

describe('a channel that keeps failing', () => {
  test('is left alone while another serves, and serves again once it can', async () => {
    const [replica] = replicas;
    await fetch(`${world.sandboxUrl}/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'shaky', kind: 'status-500' }),
    });
    const served = async (): Promise<string[]> => {
      const answer = await chat(replica, 'shaky');
      expect(answer.status).toBe(200);
      return triedModels(answer.id);
    };
    expect(await served()).toEqual(['shaky', 'steady']);
    await waitFor(async () => (await served()).join() === 'steady', 'the shaky one is left alone');
    expect(await readMetric(world.service('text-gateway'), 'headgate_text_circuits')).toBeGreaterThan(0);
    await fetch(`${world.sandboxUrl}/faults?model=shaky`, { method: 'DELETE' });
    await waitFor(async () => (await served()).join() === 'shaky', 'it serves again');
    expect(await served()).toEqual(['shaky']);
  });
});

describe('a credential that is refused', () => {
  test('is left alone, and the other of its channel serves', async () => {
    const [replica] = replicas;
    for (let count = 0; count < 12; count += 1) expect((await chat(replica, 'two-keys')).status).toBe(200);
    const calls = (await world.served()).filter(({ model }) => model === 'two-keys');
    expect(calls.filter(({ outcome }) => outcome !== 'served').length).toBeLessThanOrEqual(1);
    expect(calls.filter(({ outcome }) => outcome === 'served')).toHaveLength(12);
  });
});

describe('a response that an upstream keeps', () => {
  /** Asks, and gives the id under which the upstream keeps the answer. */
  async function respond(baseUrl: string, previous: string | undefined, stream: boolean): Promise<string> {
    const body = { model: 'kept', input: 'and then?', stream, previous_response_id: previous };
    const answer = await ask(baseUrl, '/v1/responses', body);
    expect(answer.status).toBe(200);
    const id = /"(resp_[^"]+)"/.exec(answer.body)?.[1];
    if (id === undefined) throw new Error(answer.body);
    return id;
  }

  test.each([false, true])('is gone on from at every replica (streamed: %s)', async (stream) => {
    const [first, second] = replicas;
    let id = await respond(first, undefined, stream);
    for (let count = 0; count < 4; count += 1) {
      id = await respond(second, id, stream);
      id = await respond(first, id, stream);
    }
  });

  test('is gone on from after a restart', async () => {
    const [, second] = replicas;
    let id = await respond(second, undefined, false);
    await world.service('text-gateway-2').kill();
    await world.service('text-gateway-2').start();
    // The ingress notices by itself that its gateway is back.
    await waitFor(async () => (await chat(second, 'cached')).status === 200, 'the replica serves');
    for (let count = 0; count < 6; count += 1) id = await respond(second, id, false);
  });

  test("is not found by another's key, and nothing reaches an upstream", async () => {
    const id = await respond(replicas[0], undefined, false);
    for (const replica of replicas) {
      const body = { model: 'kept', input: 'and then?', previous_response_id: id };
      const answer = await ask(replica, '/v1/responses', body, otherKey);
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.body).error).toMatchObject({
        code: 'invalid_request',
        param: 'previous_response_id',
      });
      expect(await credentialOf(answer.id)).toBeUndefined();
    }
  });

  test('is out of reach once its credential is gone', async () => {
    const body = { model: 'leaving', input: 'hi' };
    const kept = await ask(replicas[0], '/v1/responses', body);
    const next = { ...body, previous_response_id: JSON.parse(kept.body).id };
    expect((await ask(replicas[1], '/v1/responses', next)).status).toBe(200);
    await world.apply(configurationWith('arrived-key'));
    for (const replica of replicas) {
      const answer = await ask(replica, '/v1/responses', next);
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.body).error).toMatchObject({ param: 'previous_response_id' });
      expect(await credentialOf(answer.id)).toBeUndefined();
    }
  });
});

describe('a prompt that names itself', () => {
  test('goes to the same credential at every replica', async () => {
    const used = new Set<unknown>();
    for (let count = 0; count < 4; count += 1) {
      for (const replica of replicas) {
        const { status, id } = await chat(replica, 'cached', { prompt_cache_key: 'conversation-1' });
        expect(status).toBe(200);
        used.add(await credentialOf(id));
      }
    }
    expect(used.size).toBe(1);
  });
});
