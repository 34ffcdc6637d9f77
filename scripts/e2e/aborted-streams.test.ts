/**
 * Streams that their client left, and answers whose upstream counts nothing, in four dialects, passed and converted: each
 * is billed by what the upstream produced, marked as estimated.
 */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginStream } from './testing/begin-stream.ts';
import { awaitClosedBooks } from './testing/books.ts';
import { createEstimates } from './testing/estimates.ts';
import { askPlainly, plainRequests } from './testing/plain-clients.ts';
import { type Served, startWorld, type World } from './testing/world.ts';

const key = 'sk-abortedabortedabortedabortedaborted';
const upstreams = [
  { name: 'chat', provider: 'openai-compatible', base: '/v1' },
  { name: 'openai', provider: 'openai', base: '/v1' },
  { name: 'messages', provider: 'anthropic', base: '/v1' },
  { name: 'gemini', provider: 'gemini', base: '/v1beta' },
] as const;

const channels = upstreams.map(
  ({ name, provider, base }) => `
  - name: ${name}
    provider: ${provider}
    base_url: "\${HEADGATE_SANDBOX_URL}${base}"
    keys: ["upstream-secret-key"]
    models: [{ name: ${name}, upstream: the-model }, { name: uncounted-${name}, upstream: fault-missing-usage }]`,
);
const configuration = `
models:
  the-model: { price: { input: 100, output: 200 } }
  fault-missing-usage: { price: { input: 100, output: 200 } }
channels: ${channels.join('')}
users:
  - { username: root, password: root-password-for-tests, role: root }
keys:
  - { name: aborted, key: "${key}", quota_usd: 100000 }
`;

let world: World;
beforeAll(async () => {
  const env = { HEADGATE_ABANDONED_DRAIN_MS: '150', HEADGATE_SLICE_IDLE_MS: '200' };
  world = await startWorld(configuration, { env: { 'text-gateway': env } });
}, 120_000);
afterAll(() => world.stop());

const estimates = createEstimates();

/** Each dialect over an upstream that speaks it, and over one that does not. */
const cells = [
  { client: 'chat completions', over: 'chat' },
  { client: 'chat completions', over: 'messages' },
  { client: 'responses', over: 'openai' },
  { client: 'responses', over: 'gemini' },
  { client: 'messages', over: 'messages' },
  { client: 'messages', over: 'openai' },
  { client: 'generateContent', over: 'gemini' },
  { client: 'generateContent', over: 'chat' },
] as const;

async function servedAs(isIt: (served: Served) => boolean): Promise<Served> {
  return waitFor(async () => (await world.served()).find(isIt), 'the upstream has logged it');
}

async function script(fault: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await fetch(`${world.sandboxUrl}/faults`, { method: 'POST', headers, body: JSON.stringify(fault) });
}

/** The id of the request that holds a text, once it has reached the upstream. */
async function receivedWith(text: string): Promise<string> {
  return waitFor(async () => {
    const answer = await fetch(`${world.sandboxUrl}/received`);
    const received = (await answer.json()) as { requestId: string; bodyBase64: string }[];
    return received.find(({ bodyBase64 }) => Buffer.from(bodyBase64, 'base64').includes(text))?.requestId;
  }, 'the upstream was asked');
}

async function billOf(id: string | null): Promise<Record<string, unknown>> {
  const find = async () => (await world.sql('select * from ledger.usage where id = $1', [id]))[0];
  return waitFor(find, `the bill of ${id}`);
}

describe.each(cells)('$client over $over', ({ client, over }) => {
  test('a client that leaves pays for what the upstream produced until it was cut', async () => {
    // The upstream falls silent after so many pieces, until it is left.
    await script({ model: 'the-model', nth: 1, kind: 'stall', after: 30 });
    const text = 'Count until you are told to stop [[chunks=1000 reasoning=40]]';
    const { id, leave } = await beginStream(client, { world, key, model: over, text });
    leave();
    const served = await servedAs(({ requestId }) => requestId === id);
    expect(served.outcome).toBe('aborted');
    const bill = await billOf(id);
    expect(bill.ending).toBe('client_gone');
    // Gemini counts in every chunk: those counts are its own.
    expect(bill.usage_source).toBe(over === 'gemini' ? 'upstream' : 'estimated');
    expect(bill.amount).toBeGreaterThan(0n);
    estimates.expectNear(bill.input_fresh, served.usage.inputTokens);
    estimates.expectNear(
      Number(bill.output_visible) + Number(bill.output_reasoning),
      served.usage.outputTokens,
    );
  });

  test('a client that leaves before anything was produced pays nothing', async () => {
    const abort = new AbortController();
    const text = `[[wait=60000]] ${client} waits for ${over}`;
    const refused = expect(
      beginStream(client, { world, key, model: over, text, signal: abort.signal }),
    ).rejects.toThrow();
    const id = await receivedWith(text);
    abort.abort();
    await refused;
    expect(await billOf(id)).toMatchObject({ amount: 0n, usage_source: 'none', calls: 0n });
  });

  test.each([true, false])('an upstream that counts nothing is counted, streamed: %s', async (isStreamed) => {
    const text = 'Tell me of the fox that jumps over the lazy dog, and why nobody minds [[reasoning=30]]';
    const request = plainRequests[client]?.(`uncounted-${over}`, text, isStreamed);
    if (!request) throw new Error(`There is no client ${client}`);
    const answer = await askPlainly(world, key, request);
    expect(await answer.text()).toContain('dog');
    const id = answer.headers.get('x-request-id');
    const { usage } = await servedAs(({ requestId }) => requestId === id);
    const bill = await billOf(id);
    expect(bill).toMatchObject({ usage_source: 'estimated', ending: 'completed', calls: 1n });
    estimates.expectNear(bill.input_fresh, usage.inputTokens);
    estimates.expectNear(bill.output_visible, usage.outputTokens - usage.reasoningTokens);
  });
});

test('the books close', async () => {
  await awaitClosedBooks(world);
  process.stdout.write(estimates.largestError());
});
