/** The routes that count: an answer of the gateway's own, asked by the official SDKs, that nobody pays for. */
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configuration, keys } from './testing/configuration.ts';
import { startWorld, type World } from './testing/world.ts';

const model = 'gpt-4o-mini';
const sentence = 'The quick brown fox jumps over the lazy dog.';
const key: string = keys.limited;
let world: World;
let anthropic: Anthropic;
let google: GoogleGenAI;
beforeAll(async () => {
  world = await startWorld(configuration);
  anthropic = new Anthropic({ apiKey: key, baseURL: world.baseUrl, maxRetries: 0 });
  google = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: world.baseUrl } });
}, 120_000);
afterAll(() => world.stop());

function post(path: string, body: unknown, as = key): Promise<Response> {
  return fetch(`${world.baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function totalOf(answer: Response): Promise<number> {
  const { totalTokens } = (await answer.json()) as { totalTokens: number };
  return totalTokens;
}

const contents = [{ role: 'user', parts: [{ text: sentence }] }];
const native = `/v1beta/models/${model}:countTokens`;

describe('tokens of a request', () => {
  test('are told to the Anthropic SDK, with system, tools and results', async () => {
    const ask = { model, messages: [{ role: 'user' as const, content: sentence }] };
    const { input_tokens: plain } = await anthropic.messages.countTokens(ask);
    expect(plain).toBe(10);
    const { input_tokens: full } = await anthropic.messages.countTokens({
      ...ask,
      system: sentence,
      tools: [{ name: 'get_weather', input_schema: { type: 'object', properties: { city: {} } } }],
    });
    expect(full).toBeGreaterThan(plain * 2);
  });

  test('are told to the Google SDK', async () => {
    expect(await google.models.countTokens({ model, contents: sentence })).toMatchObject({ totalTokens: 10 });
  });

  test.each([native, `/v1/models/${model}:countTokens`])(
    'are told at %s, of a whole request too',
    async (path) => {
      expect(await (await post(path, { contents })).json()).toEqual({ totalTokens: 10 });
      const generateContentRequest = { model: `models/${model}`, contents, systemInstruction: contents[0] };
      const answer = await post(path, { generateContentRequest });
      expect(await totalOf(answer)).toBeGreaterThanOrEqual(20);
    },
  );

  test('of a megabyte of one character come as well', async () => {
    const answer = await post(native, { contents: [{ parts: [{ text: 'a'.repeat(1_000_000) }] }] });
    expect(await totalOf(answer)).toBeGreaterThan(100_000);
  });
});

describe('a count is refused', () => {
  const unknown = { messages: [{ role: 'user', content: 'hi' }] };
  test.each([
    [
      'an unknown model',
      '/v1/messages/count_tokens',
      { ...unknown, model: 'nobody' },
      503,
      'model_not_found',
    ],
    ['no model', '/v1/messages/count_tokens', unknown, 400, 'invalid_request'],
    ['no messages', '/v1/messages/count_tokens', { model }, 400, 'invalid_request'],
    ['no contents', native, {}, 400, 'invalid_request'],
    ['contents that are none', native, { contents: [42] }, 400, 'invalid_request'],
    ['a request that is none', native, { generateContentRequest: 'x' }, 400, 'invalid_request'],
    ['a request without contents', native, { generateContentRequest: {} }, 400, 'invalid_request'],
  ])('%s', async (_, path, body, status, code) => {
    const answer = await post(path, body);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ error: { code } });
  });

  test('to a key that may not use the model', async () => {
    expect((await post(native, { contents }, keys.narrow)).status).toBe(503);
  });

  test('beyond the limits of its key', async () => {
    const statuses: number[] = [];
    for (let asked = 0; asked < 4; asked += 1)
      statuses.push((await post(native, { contents }, keys.slow)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});

test('no upstream is asked, and nothing is booked', async () => {
  expect((await post(native, { contents })).status).toBe(200);
  expect(await (await fetch(`${world.sandboxUrl}/received`)).json()).toEqual([]);
  expect(await world.sql("select * from ledger.entry where kind not in ('grant', 'adjust')")).toEqual([]);
  expect(await world.sql('select * from ledger.slice')).toEqual([]);
});
