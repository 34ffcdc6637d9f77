/** What a channel changes on every call, as it arrives at the upstream and comes back to the client. */
import type { Channel, DeepPartial } from '@headgate/proto/gen/headgate/account/v1/account';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import { Dialect, Operation } from '@headgate/proto/gen/headgate/text/v1/text';
import { describe, expect, test } from 'vitest';
import type { DialectName } from '../../canon/dialect-name.ts';
import { findSurface } from '../../surfaces/index.ts';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing } from '../../testing/test-serving.ts';
import type { UpstreamServer } from '../../testing/upstream-server.ts';
import { attemptInTurn } from '../attempts/attempt-in-turn.ts';
import { addedBytes } from './override.ts';

const upstream = startUpstreamForEach();

const hello = [{ role: 'user', content: 'hi' }];
const bodies: Record<DialectName, Record<string, unknown>> = {
  'chat-completions': { model: 'm', temperature: 1, messages: hello, vendor: { a: 1.0 } },
  messages: { model: 'm', max_tokens: 9, temperature: 1, messages: hello },
  responses: { model: 'm', store: true, input: 'hi' },
  'generate-content': { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] },
};

interface Ask {
  client?: DialectName;
  channel: DeepPartial<Channel>;
  others?: DeepPartial<Channel>[];
}

/** The first channel has the highest priority. */
function ask({ client = 'chat-completions', channel, others = [] }: Ask): Promise<Fault | undefined> {
  const candidates = [channel, ...others].map((members, index) => {
    const id = BigInt(index + 1);
    return createCandidate({ id, baseUrl: upstream.baseUrl(id), priority: -index, ...members });
  });
  const serving = createTestServing({ pools: upstream.pools, stream: false, client, body: bodies[client] });
  return attemptInTurn(serving, candidates);
}

const refuse =
  (status: number): UpstreamServer['serve'] =>
  (_request, response) =>
    response.writeHead(status).end('{"error":{"message":"no"}}');

async function sentBy(how: Ask) {
  upstream.serve = refuse(400);
  await ask(how);
  return upstream.calls.at(-1);
}

const parameters = '{"temperature":0,"top_k":[1,{"b":null}]}';

describe('members of the body', () => {
  test('are set in the bytes that pass, and nothing else changes', async () => {
    const call = await sentBy({ channel: { overrides: { parameters } } });
    expect(call?.body).toEqual({ ...bodies['chat-completions'], temperature: 0, top_k: [1, { b: null }] });
  });

  test('are set in what was converted', async () => {
    const call = await sentBy({ client: 'messages', channel: { overrides: { parameters } } });
    expect(call?.body).toMatchObject({
      model: 'm',
      messages: hello,
      temperature: 0,
      top_k: [1, { b: null }],
    });
  });

  test('count as text that the request is bounded by', () => {
    const channel = createCandidate({ overrides: { parameters: '{"system":"é"}' } }).channel;
    expect(addedBytes(channel)).toBe(15);
    expect(addedBytes(createCandidate({}).channel)).toBe(0);
  });
});

describe('an upstream that must keep nothing', () => {
  const forbidStore = true;

  test.each([
    ['chat-completions', 'openai'],
    ['responses', 'openai'],
    ['messages', 'openai'],
    ['generate-content', 'gemini'],
    ['messages', 'gemini'],
  ] as const)('is told so when %s is asked of %s', async (client, provider) => {
    const call = await sentBy({ client, channel: { provider, forbidStore } });
    expect(call?.body).toMatchObject({ store: false });
  });

  test.each([
    ['messages', 'anthropic'],
    ['generate-content', 'vertex'],
  ] as const)('is not told where %s has no such member', async (client, provider) => {
    const call = await sentBy({ client, channel: { provider, forbidStore } });
    expect(call?.body).toBeDefined();
    expect(call?.body).not.toHaveProperty('store');
  });

  test('is what the client says without it', async () => {
    const call = await sentBy({ client: 'responses', channel: { provider: 'openai' } });
    expect(call?.body).toMatchObject({ store: true });
  });
});

test('headers stand in place of the gateway’s own, and never in place of the credential', async () => {
  const headers = { 'user-agent': 'someone', 'x-flag': 'yes', authorization: 'Bearer stolen' };
  const call = await sentBy({ channel: { overrides: { headers }, sendRequestId: true } });
  expect(call?.headers).toMatchObject({
    'user-agent': 'someone',
    'x-flag': 'yes',
    authorization: 'Bearer key',
    'x-client-request-id': 'request.1',
  });
});

describe('a status that is read as another', () => {
  const statuses = { 529: 429, 400: 503, 503: 422 };
  const channel = { overrides: { statuses } };

  test('is the one that the client gets', async () => {
    upstream.serve = refuse(529);
    expect(await ask({ channel })).toMatchObject({ status: 429, code: 'too_many_requests' });
    upstream.serve = refuse(503);
    expect(await ask({ channel })).toMatchObject({ status: 422, message: 'no' });
  });

  test('decides whether another channel is tried', async () => {
    upstream.serve = refuse(400);
    await ask({ channel, others: [{}] });
    expect(upstream.calls.map(({ channelId }) => channelId)).toEqual([1n, 2n]);
    upstream.calls.length = 0;
    upstream.serve = refuse(503);
    await ask({ channel, others: [{}] });
    expect(upstream.calls.map(({ channelId }) => channelId)).toEqual([1n]);
  });

  test('is no other on channels that say nothing of it', async () => {
    upstream.serve = refuse(400);
    expect(await ask({ channel: {} })).toMatchObject({ status: 400 });
  });
});

describe('of a style beyond the dialects', () => {
  const embed = { model: 'm', input: 'hi' };

  function askBeyond(operation: Operation, provider: string, body: Buffer, contentType = '') {
    const client = findSurface(Dialect.CHAT_COMPLETIONS, operation);
    const overrides = { parameters };
    const candidate = createCandidate({ id: 1n, baseUrl: upstream.baseUrl(1n), provider, overrides });
    upstream.serve = refuse(400);
    const serving = createTestServing({
      pools: upstream.pools,
      stream: false,
      body,
      contentType,
      ...(client && { client }),
    });
    return attemptInTurn(serving, [candidate]);
  }

  test.each([
    ['passed', 'openai', { ...embed }],
    ['converted', 'gemini', { requests: [{ model: 'models/m', content: { parts: [{ text: 'hi' }] } }] }],
  ])('JSON that is %s is set', async (_how, provider, sent) => {
    await askBeyond(Operation.EMBED, provider, Buffer.from(JSON.stringify(embed)));
    expect(upstream.calls[0]?.body).toEqual({ ...JSON.parse(parameters), ...sent });
  });

  test('a form is left as it is', async () => {
    const form = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx\r\n--b--\r\n';
    const type = 'multipart/form-data; boundary=b';
    const refused = await askBeyond(Operation.TRANSCRIBE, 'openai', Buffer.from(form), type);
    expect(refused).toMatchObject({ status: 400, message: 'no' });
  });
});
