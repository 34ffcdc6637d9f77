/** What goes out to Vertex: the body of a model that stands in the path, and the proof of who calls. */
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { attemptInTurn } from '../relay/attempts/attempt-in-turn.ts';
import { planCall } from '../relay/plans/plan-call.ts';
import { createCandidate, createTestServing, type TestServingOptions } from '../testing/test-serving.ts';
import { startUpstreamServer, type UpstreamServer } from '../testing/upstream-server.ts';
import { createPools } from '../upstream-call/pools.ts';

const pools = createPools();
let upstream: UpstreamServer;
let keyFile: string;
let tokens = 0;
beforeAll(async () => {
  upstream = await startUpstreamServer();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  keyFile = JSON.stringify({
    client_email: 'gateway@project.iam.gserviceaccount.com',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    token_uri: upstream.baseUrl(0n),
  });
});
beforeEach(() => {
  tokens = 0;
  upstream.calls.length = 0;
});
afterAll(async () => {
  await pools.close();
  upstream.stop();
});

function vertex(upstreamModel: string, keys: string[]) {
  const channel = { id: 1n, provider: 'vertex', baseUrl: upstream.baseUrl(1n), keys };
  return { ...createCandidate(channel), upstreamModel };
}

async function bodyFor(upstreamModel: string, options: Omit<TestServingOptions, 'pools' | 'stream'>) {
  const serving = createTestServing({ pools, stream: false, ...options });
  const plan = await planCall(serving, { candidate: vertex(upstreamModel, []), key: undefined }, 'request.1');
  if ('fault' in plan) throw new Error(plan.fault.message);
  return plan.body.toString();
}

describe("a body for Anthropic's models names no model, and the version", () => {
  test('as it passes, all else in it untouched', async () => {
    const body = { model: 'm', max_tokens: 9, messages: [], metadata: { user_id: '1' } };
    expect(await bodyFor('claude-x', { client: 'messages', body })).toBe(
      '{"anthropic_version":"vertex-2023-10-16","max_tokens":9,"messages":[],"metadata":{"user_id":"1"}}',
    );
  });

  test('as it is converted', async () => {
    const body = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] };
    expect(JSON.parse(await bodyFor('claude-x', { body }))).toEqual({
      anthropic_version: 'vertex-2023-10-16',
      max_tokens: 9,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    });
  });
});

test("calls of Google's models and their results have no ids, and keep the order of the calls", async () => {
  const call = (id: string) => ({
    id,
    type: 'function',
    function: { name: 'f', arguments: `{"of":"${id}"}` },
  });
  const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: `to ${id}` });
  const messages = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', tool_calls: [call('a'), call('b')] },
    ...[result('b'), result('a')],
  ];
  const { contents } = JSON.parse(await bodyFor('gemini-2.5-pro', { body: { model: 'm', messages } }));
  expect(contents[1].parts).toEqual(['a', 'b'].map((of) => ({ functionCall: { name: 'f', args: { of } } })));
  expect(contents[2].parts).toEqual(
    ['a', 'b'].map((id) => ({ functionResponse: { name: 'f', response: { result: `to ${id}` } } })),
  );
});

test("a native conversation goes on in its own bytes, without the ids that a client's results have", async () => {
  const parts = (id: string) =>
    `{"contents":[{"role":"model","parts":[{"functionCall":{"name":"f","args":{"n":1.0}}}]},` +
    `{"role":"user","parts":[{"functionResponse":{${id}"name":"f","response":{}}}]}],"own":1e2}`;
  const body = Buffer.from(parts('"id":"f-1",'));
  expect(await bodyFor('gemini-2.5-pro', { client: 'generate-content', body })).toBe(parts(''));
});

const answer =
  '{"candidates":[{"content":{"parts":[{"text":"Hi"}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":1}}';

/** Gives tokens on channel 0, and answers whoever comes with a good one. */
function serveTokens(isGood: (token: string) => boolean): void {
  upstream.serve = (_request, response, channelId) => {
    if (channelId === 0n) {
      tokens += 1;
      response.end(`{"access_token":"token-${tokens}","expires_in":3599}`);
      return;
    }
    const { key = '' } = upstream.calls.at(-1) ?? {};
    response.writeHead(isGood(key) ? 200 : 401).end(isGood(key) ? answer : '{"error":{"code":401}}');
  };
}

const body = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] };

test('requests of one service account share the token that one of them gets', async () => {
  serveTokens((token) => token === 'token-1');
  const first = createTestServing({ pools, stream: false, body });
  const { context } = first;
  const servings = [
    first,
    ...Array.from({ length: 4 }, () => ({ ...createTestServing({ pools, stream: false, body }), context })),
  ];
  const candidates = [vertex('gemini-2.5-pro', [keyFile])];
  const failures = await Promise.all(servings.map((serving) => attemptInTurn(serving, candidates)));
  expect(failures).toEqual(servings.map(() => undefined));
  expect(tokens).toBe(1);
});

test.each([
  ['is no JSON', '{"private_key": "secret", }'],
  ['lacks its key', '{"client_email":"a","token_uri":"https://host/token"}'],
])('a service account that %s makes a channel of no use, and nobody is called', async (_what, malformed) => {
  const serving = createTestServing({ pools, stream: false, body });
  const failure = await attemptInTurn(serving, [vertex('gemini-2.5-pro', [malformed])]);
  expect(failure).toMatchObject({ status: 503, code: 'model_not_found' });
  expect(JSON.stringify(failure)).not.toContain('service account');
  expect(upstream.calls).toEqual([]);
});

test('a token that is refused is told to whoever keeps tokens', async () => {
  serveTokens(() => false);
  const serving = createTestServing({ pools, stream: false, body });
  const refused: string[] = [];
  const { accessTokens } = serving.context;
  serving.context.accessTokens = {
    ...accessTokens,
    refuse(credential) {
      refused.push(credential);
      return 'old';
    },
  };
  const failure = await attemptInTurn(serving, [vertex('gemini-2.5-pro', [keyFile])]);
  expect(failure).toMatchObject({ status: 503, code: 'model_not_found' });
  expect(refused).toEqual([keyFile]);
  // The next one may be taken: the credential is not what is wrong.
  expect(serving.context.breaker.states()).toEqual({ open: 0, 'half-open': 0 });
});

test('a client that leaves while a token is asked for has nobody called', async () => {
  const serving = createTestServing({ pools, stream: false, body });
  upstream.serve = (_request, response, channelId) => {
    if (channelId !== 0n) return response.end(answer);
    serving.client.abort();
    response.end('{"access_token":"token","expires_in":3599}');
  };
  await attemptInTurn(serving, [vertex('gemini-2.5-pro', [keyFile])]);
  expect(upstream.calls.map(({ channelId }) => channelId)).toEqual([0n]);
  expect(serving).toMatchObject({ sent: '', outcomes: [] });
});
