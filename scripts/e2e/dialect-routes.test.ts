/** Every public route that generates, and every list of models, as the clients of its dialect ask. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configuration, keys } from './testing/configuration.ts';
import { startWorld, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld(configuration);
}, 120_000);
afterAll(() => world.stop());

const key = keys.unlimited;
const bearer = { authorization: `Bearer ${key}` };
const anthropic = { 'x-api-key': key, 'anthropic-version': '2023-06-01' };
const google = { 'x-goog-api-key': key };
const model = 'gpt-4o-mini';
const turns = [{ role: 'user', content: 'Hello there' }];
const contents = [{ role: 'user', parts: [{ text: 'Hello there' }] }];

function post(path: string, headers: Record<string, string>, body: object): Promise<Response> {
  return fetch(`${world.baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${world.baseUrl}${path}`, { headers });
  return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) };
}

type Asked = [path: string, headers: Record<string, string>, body: object];

const whole: [...Asked, said: object][] = [
  [
    '/v1/responses',
    bearer,
    { model, input: 'Hello there' },
    { object: 'response', output: [{ content: [{ text: 'Hello there' }] }] },
  ],
  [
    '/v1/messages',
    anthropic,
    { model, max_tokens: 50, messages: turns },
    { type: 'message', content: [{ type: 'text', text: 'Hello there' }] },
  ],
  ...['/v1beta/models/', '/v1beta/models/models/', '/v1beta/models/models%2F', '/v1/models/'].map(
    (root): [...Asked, object] => [
      `${root}${model}:generateContent`,
      google,
      { contents },
      { candidates: [{ content: { role: 'model', parts: [{ text: 'Hello there' }] } }] },
    ],
  ),
];

test.each(whole)('POST %s answers whole', async (path, headers, body, said) => {
  const answer = await post(path, headers, body);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject(said);
});

const streamed: [...Asked, end: RegExp][] = [
  [
    '/v1/responses',
    bearer,
    { model, stream: true, input: 'hi' },
    /event: response\.completed\ndata: .+\n\n$/,
  ],
  [
    '/v1/messages',
    anthropic,
    { model, stream: true, max_tokens: 50, messages: turns },
    /event: message_stop\ndata: .+\n\n$/,
  ],
  ...['/v1beta/models/', '/v1/models/'].map((root): [...Asked, RegExp] => [
    `${root}${model}:streamGenerateContent?alt=sse&key=${key}`,
    {},
    { contents },
    /data: .*"finishReason":"STOP".*\s+$/,
  ]),
];

test.each(streamed)('POST %s streams to its end', async (path, headers, body, end) => {
  const answer = await post(path, headers, body);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
  expect(await answer.text()).toMatch(end);
});

describe('models', () => {
  const defaultModel = { id: model, object: 'model' };
  const messagesModel = { id: model, type: 'model', display_name: model };
  const nativeModel = { name: `models/${model}`, displayName: model };
  const some = (known: object) => expect.arrayContaining([expect.objectContaining(known)]);

  test.each([
    ['/v1/models', bearer, { object: 'list', data: some(defaultModel) }],
    ['/v1/models', anthropic, { has_more: false, data: some(messagesModel) }],
    ['/v1/models', google, { models: some(nativeModel) }],
    [`/v1/models?key=${key}`, {}, { models: some(nativeModel) }],
    ['/v1beta/models', bearer, { models: some(nativeModel) }],
    ['/v1beta/openai/models', google, { object: 'list', data: some(defaultModel) }],
    [`/v1/models/${model}`, bearer, defaultModel],
    [`/v1/models/${model}`, anthropic, messagesModel],
    [`/v1beta/models/${model}`, google, nativeModel],
    [`/v1beta/models/models/${model}`, google, nativeModel],
  ])('GET %s with %o', async (path, headers, known) => {
    const { status, body } = await get(path, headers);
    expect(status).toBe(200);
    expect(body).toMatchObject(known);
  });

  test('an unknown one is refused in the style of whoever asks', async () => {
    const error = { code: 'model_not_found', param: 'model' };
    const inMessages = await get('/v1/models/nobody', anthropic);
    expect(inMessages.status).toBe(404);
    expect(inMessages.body).toMatchObject({
      type: 'error',
      error: { ...error, type: 'not_found_error' },
      request_id: inMessages.headers.get('request-id'),
    });
    const inNative = await get('/v1beta/models/nobody', google);
    expect(inNative.status).toBe(404);
    expect(inNative.body).toMatchObject({ error: { ...error, status: 'NOT_FOUND' } });
  });
});
