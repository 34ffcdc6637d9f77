/**
 * The routes beyond the four dialects, as the official SDKs ask them, over every kind of upstream that can serve them:
 * what the upstream said, under the requested name, for what it counted.
 */
import { GoogleGenAI } from '@google/genai';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import OpenAI, { APIError, toFile } from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { awaitClosedBooks } from './testing/books.ts';
import { configuration, keys, unitsOf, unitsOfCharacters } from './testing/small-routes.ts';
import { type Served, startWorld, type World } from './testing/world.ts';

let world: World;
let openai: OpenAI;
let google: GoogleGenAI;
beforeAll(async () => {
  world = await startWorld(configuration, { env: { 'text-gateway': { HEADGATE_SLICE_IDLE_MS: '200' } } });
  openai = clientOf(keys.good);
  google = new GoogleGenAI({ apiKey: keys.good, httpOptions: { baseUrl: world.baseUrl } });
}, 120_000);
afterAll(() => world.stop());

function clientOf(apiKey: string): OpenAI {
  return new OpenAI({ apiKey, baseURL: `${world.baseUrl}/v1`, maxRetries: 0 });
}

function post(path: string, body: object): Promise<Response> {
  const headers = { authorization: `Bearer ${keys.good}`, 'content-type': 'application/json' };
  return fetch(`${world.baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

interface Booked {
  amount: bigint;
  source: string;
  model: string;
}

/** The newest request that the sandbox served, and how it was booked. */
async function lastBooked(): Promise<{ served: Served; booked: Booked }> {
  const served = (await world.served()).at(-1);
  if (!served) throw new Error('Nothing was served');
  const booked = await waitFor(async () => {
    const rows = await world.sql(
      'select amount, usage_source as source, model from ledger.usage where id = $1',
      [served.requestId],
    );
    return rows[0] as unknown as Booked | undefined;
  }, 'the request is booked');
  return { served, booked };
}

async function expectBilled(model: string): Promise<void> {
  const { served, booked } = await lastBooked();
  expect(booked).toEqual({ model, source: 'upstream', amount: unitsOf(served) });
}

describe('legacy completions', () => {
  const models = [
    'openai-instruct',
    'openai-chat',
    'compatible-chat',
    'anthropic-chat',
    'bedrock-chat',
    'gemini-chat',
  ];
  const prompt = 'Grüße 🌍, and more than one piece';

  test.each(models)('%s: whole', async (model) => {
    const completion = await openai.completions.create({ model, prompt, max_tokens: 100 });
    expect(completion).toMatchObject({
      ...{ id: expect.stringMatching(/^cmpl-/), object: 'text_completion', model },
      choices: [{ text: prompt, index: 0, logprobs: null, finish_reason: 'stop' }],
    });
    const { served } = await lastBooked();
    expect(completion.usage).toMatchObject({
      prompt_tokens: served.usage.inputTokens,
      completion_tokens: served.usage.outputTokens,
    });
    await expectBilled(model);
  });

  test.each(models)('%s: streamed', async (model) => {
    const stream = await openai.completions.create({
      ...{ model, prompt, stream: true, max_tokens: 100 },
      stream_options: { include_usage: true },
    });
    const chunks = await Array.fromAsync(stream);
    expect(chunks.map(({ choices }) => choices[0]?.text ?? '').join('')).toBe(prompt);
    expect(new Set(chunks.map((chunk) => `${chunk.object} ${chunk.model}`))).toEqual(
      new Set([`text_completion ${model}`]),
    );
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } });
    await expectBilled(model);
  });

  test('usage that the gateway asked for is not shown', async () => {
    const stream = await openai.completions.create({ model: 'openai-instruct', prompt, stream: true });
    const chunks = await Array.fromAsync(stream);
    expect(chunks.every(({ usage, choices }) => !usage && choices.length > 0)).toBe(true);
    await expectBilled('openai-instruct');
  });

  test('an echo begins with the prompt', async () => {
    const completion = await openai.completions.create({ model: 'anthropic-chat', prompt: 'Hi', echo: true });
    expect(completion.choices[0]?.text).toBe('HiHi');
  });
});

describe('embeddings', () => {
  const input = ['Grüße', 'Hi'];
  const reference = async () =>
    (await openai.embeddings.create({ model: 'openai-embedding', input, encoding_format: 'float' })).data;

  test.each(['openai-embedding', 'compatible-embedding', 'gemini-counted'])(
    'of OpenAI over %s',
    async (model) => {
      const expected = await reference();
      // The SDK asks for base64 and decodes it, unless it is told otherwise.
      for (const encoding of [undefined, 'float', 'base64'] as const) {
        const answer = await openai.embeddings.create({
          model,
          input,
          ...(encoding && { encoding_format: encoding }),
        });
        expect(answer.model).toBe(model);
        if (encoding !== 'base64') expect(answer.data).toEqual(expected);
        else expect(answer.data.map(({ embedding }) => typeof embedding)).toEqual(['string', 'string']);
        expect(answer.usage.prompt_tokens).toBe((await lastBooked()).served.usage.inputTokens);
        await expectBilled(model);
      }
    },
  );

  test.each(['gemini-counted', 'openai-embedding', 'compatible-embedding'])(
    'of Google over %s',
    async (model) => {
      const answer = await google.models.embedContent({ model, contents: input });
      const expected = await reference();
      expect(answer.embeddings?.map(({ values }) => values)).toEqual(
        expected.map(({ embedding }) => embedding),
      );
      const one = await post(`/v1beta/models/${model}:embedContent`, {
        content: { parts: [{ text: 'Hi' }] },
      });
      expect(await one.json()).toMatchObject({ embedding: { values: expected[1]?.embedding } });
      await expectBilled(model);
    },
  );

  test('what an upstream does not count is counted here, and marked as estimated', async () => {
    await openai.embeddings.create({ model: 'gemini-embedding', input: Array(20).fill('Hello there') });
    const { booked } = await lastBooked();
    expect(booked.source).toBe('estimated');
    expect(booked.amount).toBeGreaterThan(0n);
  });

  test('dimensions are carried', async () => {
    const answer = await openai.embeddings.create({ model: 'gemini-embedding', input, dimensions: 3 });
    expect(answer.data[0]?.embedding).toHaveLength(3);
  });

  test('an engine in the path names the model', async () => {
    const answer = await post('/v1/engines/openai-embedding/embeddings', { input: 'Hi' });
    expect(await answer.json()).toMatchObject({ model: 'openai-embedding', data: [{ index: 0 }] });
    await expectBilled('openai-embedding');
  });
});

test('documents are ranked', async () => {
  const model = 'compatible-rerank';
  const answer = await post('/v1/rerank', { model, query: 'blue', documents: ['red', 'a blue sky'] });
  const results = [
    { index: 1, relevance_score: 1 },
    { index: 0, relevance_score: 0 },
  ];
  expect(await answer.json()).toMatchObject({ model, results });
  await expectBilled(model);
});

describe('moderations', () => {
  test.each([undefined, 'openai-moderation', 'compatible-moderation'])('by %s', async (model) => {
    const answer = await openai.moderations.create({ ...(model && { model }), input: ['peace', 'violence'] });
    const name = model ?? 'omni-moderation-latest';
    expect(answer).toMatchObject({ model: name, results: [{ flagged: false }, { flagged: true }] });
    const { served, booked } = await lastBooked();
    expect(served.model).toBe('omni-moderation-latest');
    expect(booked).toMatchObject({ model: name, amount: unitsOf(served) });
  });
});

describe('speech', () => {
  const input = 'Grüße 🌍, [[chunks=50]]';

  test.each(['openai-speech', 'compatible-speech'])('by %s is sound, byte for byte', async (model) => {
    const answer = await openai.audio.speech.create({ model, voice: 'ash', input, response_format: 'flac' });
    expect(answer.headers.get('content-type')).toBe('audio/flac');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xfb]));
    expect(bytes).toHaveLength(2 + 50 * 16);
    const { booked } = await lastBooked();
    expect(booked).toEqual({
      model,
      source: 'estimated',
      amount: unitsOfCharacters('gpt-4o-mini-tts', input),
    });
  });

  test('is by the first of such models where none is named', async () => {
    const answer = await post('/v1/audio/speech', { voice: 'ash', input: 'Hi' });
    expect((await answer.arrayBuffer()).byteLength).toBe(4);
    const { booked } = await lastBooked();
    expect(booked).toMatchObject({ model: 'tts-1', amount: unitsOfCharacters('tts-1', 'Hi') });
  });

  test('as events costs what they count', async () => {
    const body = { model: 'openai-speech', voice: 'ash', input, stream_format: 'sse' };
    const answer = await post('/v1/audio/speech', body);
    expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(await answer.text()).toMatch(/"type":"speech\.audio\.done","usage":\{.+\}\}\n\n$/);
    await expectBilled('openai-speech');
  });
});

describe.each(['transcriptions', 'translations'] as const)('%s', (route) => {
  const text = 'Grüße 🌍, and more than one piece';
  const file = () => toFile(Buffer.from(text), 'sound.mp3');

  test.each(['openai-transcribe', 'compatible-transcribe'])('by %s', async (model) => {
    const heard = await openai.audio[route].create({ file: await file(), model });
    expect(heard).toMatchObject({ text, usage: { type: 'tokens' } });
    await expectBilled(model);
  });

  test.each(['text', 'srt', 'vtt'] as const)('as %s', async (format) => {
    const request = { file: await file(), model: 'openai-transcribe', response_format: format };
    expect(await openai.audio[route].create(request)).toContain(text);
    const { booked } = await lastBooked();
    expect(booked).toMatchObject({ model: 'openai-transcribe', source: 'estimated' });
    expect(booked?.amount).toBeGreaterThan(0n);
  });

  test('by the first of such models where none is named, for its call', async () => {
    const form = new FormData();
    form.append('file', new Blob([text]), 'sound.mp3');
    const headers = { authorization: `Bearer ${keys.good}` };
    const url = `${world.baseUrl}/v1/audio/${route}`;
    const answer = await fetch(url, { method: 'POST', headers, body: form });
    expect(await answer.json()).toMatchObject({ text, usage: { type: 'duration' } });
    await expectBilled('whisper-1');
  });
});

test('a transcription streams to its end', async () => {
  const file = await toFile(Buffer.from('Grüße 🌍, and more than one piece'), 'sound.mp3');
  const request = { file, model: 'openai-transcribe', stream: true } as const;
  const events = await Array.fromAsync(await openai.audio.transcriptions.create(request));
  expect(events.at(-1)).toMatchObject({ type: 'transcript.text.done', usage: { type: 'tokens' } });
  await expectBilled('openai-transcribe');
});

describe('compaction', () => {
  test('keeps what the user said, and counts in both namings', async () => {
    const compacted = await openai.responses.compact({ model: 'openai-chat', input: 'Grüße' });
    const { served } = await lastBooked();
    const { inputTokens: input, outputTokens: output } = served.usage;
    expect(compacted).toMatchObject({
      object: 'response.compaction',
      output: [{ type: 'message', role: 'user' }, { type: 'compaction' }],
      usage: { input_tokens: input, prompt_tokens: input, output_tokens: output, completion_tokens: output },
    });
    await expectBilled('openai-chat');
  });

  test('needs an upstream that speaks responses', async () => {
    const error = await errorOf(openai.responses.compact({ model: 'anthropic-chat', input: 'Hi' }));
    expect(error).toMatchObject({ status: 400, code: 'invalid_request' });
  });
});

async function errorOf(run: Promise<unknown>): Promise<APIError> {
  const error = await run.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (!(error instanceof APIError))
    throw new Error('It went well, or failed in another way', { cause: error });
  expect(`${error.message} ${JSON.stringify(error)}`).not.toMatch(/upstream-secret-key|127\.0\.0\.1|fault-/);
  return error;
}

/** One request for each route, of a model. */
const asks: [string, (client: OpenAI, model: string) => Promise<unknown>][] = [
  ['completions', (client, model) => client.completions.create({ model, prompt: 'Hi' })],
  ['embeddings', (client, model) => client.embeddings.create({ model, input: 'Hi' })],
  ['moderations', (client, model) => client.moderations.create({ model, input: 'Hi' })],
  ['speech', (client, model) => client.audio.speech.create({ model, voice: 'ash', input: 'Hi' })],
  ['compaction', (client, model) => client.responses.compact({ model, input: 'Hi' })],
  ...(['transcriptions', 'translations'] as const).map(
    (route): [string, (client: OpenAI, model: string) => Promise<unknown>] => [
      route,
      async (client, model) =>
        client.audio[route].create({ model, file: await toFile(Buffer.from('Hi'), 'a.mp3') }),
    ],
  ),
];

describe.each(asks)('%s', (_route, ask) => {
  test.each([
    ['an unknown model', 503, 'nobody-knows', keys.good],
    ['no quota', 402, 'status-500', keys.poor],
    ['an unknown key', 401, 'status-500', 'sk-nobody'],
    ['a failing upstream', 503, 'status-500', keys.good],
    ['a refusing upstream', 400, 'status-400', keys.good],
  ])('%s is %i', async (_what, status, model, key) => {
    expect(await errorOf(ask(clientOf(key), model))).toMatchObject({ status });
  });
});

test('a model that no channel serves in this style is 503, and nobody is asked', async () => {
  const before = (await world.served()).length;
  for (const run of [
    openai.embeddings.create({ model: 'anthropic-chat', input: 'Hi' }),
    openai.audio.speech.create({ model: 'gemini-chat', voice: 'ash', input: 'Hi' }),
  ])
    expect(await errorOf(run)).toMatchObject({ status: 503, code: 'model_not_found' });
  expect(await world.served()).toHaveLength(before);
});

test.each(['no-terminal', 'cut', 'error-in-stream'])(
  'a streamed completion that ends with %s never ends well',
  async (model) => {
    const stream = await openai.completions
      .create({ model, prompt: '[[chunks=5 delay=5]]', stream: true })
      .catch((error: unknown) => error);
    if (stream instanceof Error) return;
    await expect(Array.fromAsync(stream as AsyncIterable<unknown>)).rejects.toThrow();
  },
);

test('sound that is cut never ends well', async () => {
  const read = async () =>
    (
      await openai.audio.speech.create({ model: 'cut', voice: 'ash', input: '[[chunks=5 delay=20]]' })
    ).arrayBuffer();
  await expect(read()).rejects.toThrow();
});

test('the books agree with what was served', async () => {
  await awaitClosedBooks({ ...world, unitsOf });
});
