/** The newest official OpenAI SDK through ingress, text-gateway, account, ledger and sandbox, all as processes. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import OpenAI, { APIConnectionError, APIError } from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configuration, keys } from './testing/configuration.ts';
import { startWorld, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld(configuration, {
    env: { ingress: { HEADGATE_BODY_LIMIT_BYTES: String(8 * 1024 * 1024) } },
  });
}, 120_000);
afterAll(() => world.stop());

function client(apiKey: string = keys.unlimited): OpenAI {
  return new OpenAI({ apiKey, baseURL: `${world.baseUrl}/v1`, maxRetries: 0 });
}

function say(content: string, model = 'gpt-4o-mini') {
  return { model, messages: [{ role: 'user' as const, content }] };
}

async function refusal(run: Promise<unknown>): Promise<APIError> {
  const error = await run.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (!(error instanceof APIError)) throw new Error('No API error came', { cause: error });
  return error;
}

async function usageOf(requestId: string | null | undefined): Promise<Record<string, unknown>> {
  return waitFor(
    async () => (await world.sql('select * from ledger.usage where id = $1', [requestId]))[0],
    'usage',
  );
}

describe('chat completions', () => {
  test('answers whole', async () => {
    const answer = await client().chat.completions.create(say('Hello there'));
    expect(answer.choices[0]?.message.content).toBe('Hello there');
    expect(answer.model).toBe('gpt-4o-mini');
    expect(answer.usage?.total_tokens).toBeGreaterThan(0);
  });

  test('streams, without usage unless asked for', async () => {
    const stream = await client().chat.completions.create({ ...say('[[chunks=5]]'), stream: true });
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks.every(({ choices, usage }) => choices.length === 1 && !usage)).toBe(true);
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop');
  });

  test('streams usage once when asked for, in a last chunk without choices', async () => {
    const stream = await client().chat.completions.create({
      ...say('[[chunks=5]]'),
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    const withUsage = chunks.filter(({ usage }) => usage);
    expect(withUsage).toHaveLength(1);
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: withUsage[0]?.usage });
  });

  test('a mapped model is answered under the name that was requested, whole and in every chunk', async () => {
    expect((await client().chat.completions.create(say('hi', 'fast'))).model).toBe('fast');
    const stream = await client().chat.completions.create({ ...say('[[chunks=5]]', 'fast'), stream: true });
    for await (const { model } of stream) expect(model).toBe('fast');
  });

  test('tools are called in a stream, in parallel, and their results are read', async () => {
    const tool = (name: string) => ({
      type: 'function' as const,
      function: { name, parameters: { type: 'object', properties: { city: { type: 'string' } } } },
    });
    const question = '[[tool get_weather {"city":"Paris"}]] [[tool get_time {"city":"Oslo"}]]';
    const tools = [tool('get_weather'), tool('get_time')];
    const stream = client().chat.completions.stream({ ...say(question), tools });
    const { message } = (await stream.finalChatCompletion()).choices[0] ?? {};
    const calls = (message?.tool_calls ?? []).filter((call) => call.type === 'function');
    expect(calls.map(({ function: called }) => [called.name, called.arguments])).toEqual([
      ['get_weather', '{"city":"Paris"}'],
      ['get_time', '{"city":"Oslo"}'],
    ]);
    const answer = await client().chat.completions.create({
      model: 'gpt-4o-mini',
      tools,
      messages: [
        { role: 'user', content: question },
        { role: 'assistant', tool_calls: calls },
        ...calls.map(({ id, function: { name } }) => ({
          role: 'tool' as const,
          tool_call_id: id,
          content: `${name} says fine`,
        })),
      ],
    });
    expect(answer.choices[0]?.message.content).toContain('get_weather says fine');
  });

  test('a 5 MB image by data URL arrives byte for byte, and is not held as text', async () => {
    const url = `data:image/png;base64,${Buffer.alloc(5 * 1024 * 1024, 7).toString('base64')}`;
    const body = {
      model: 'gpt-4o-mini',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What?' },
            { type: 'image_url', image_url: { url } },
          ],
        },
      ],
    };
    const sent = JSON.stringify(body);
    // Counted as text, its worst case would be half a dollar: five times what this key has.
    const answer = await post(sent, keys.modest);
    expect(answer.status).toBe(200);
    const requestId = answer.headers.get('x-request-id');
    const received = await (await fetch(`${world.sandboxUrl}/received?requestId=${requestId}`)).text();
    expect(received).toContain(Buffer.from(sent).toString('base64'));
  }, 60_000);

  test('JSON mode and unknown members pass', async () => {
    const answer = await client().chat.completions.create({
      ...say('x'),
      response_format: { type: 'json_object' },
      ...{ an_unknown_member: { a: 1.0 } },
    });
    expect(JSON.parse(answer.choices[0]?.message.content ?? '')).toEqual({ echo: 'x' });
  });
});

function post(body: string | Buffer, key: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${world.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
}

describe('models', () => {
  test('are listed for the key, sorted', async () => {
    const names = (await client().models.list()).data.map(({ id }) => id);
    expect(names).toEqual([...names].sort());
    expect(names).toEqual(expect.arrayContaining(['call-model', 'fast', 'gpt-4o-mini']));
    expect((await client(keys.narrow).models.list()).data.map(({ id }) => id)).toEqual(['call-model']);
  });

  test('are described one by one, and an unknown one is 404', async () => {
    expect(await client().models.retrieve('fast')).toMatchObject({
      id: 'fast',
      owned_by: 'openai-compatible',
    });
    const error = await refusal(client().models.retrieve('nobody'));
    expect(error).toMatchObject({ status: 404, code: 'model_not_found', type: 'invalid_request_error' });
  });
});

describe('refusals', () => {
  test('401: an unknown key', async () => {
    const error = await refusal(client('sk-unknown').chat.completions.create(say('hi')));
    expect(error).toMatchObject({ status: 401, code: 'invalid_api_key', type: 'invalid_request_error' });
    expect(error).toBeInstanceOf(OpenAI.AuthenticationError);
  });

  test('402: no quota, before anything reaches the upstream', async () => {
    const before = (await world.served()).length;
    const error = await refusal(client(keys.poor).chat.completions.create(say('hi')));
    expect(error).toMatchObject({ status: 402, code: 'insufficient_user_quota', type: 'headgate_api_error' });
    expect((await world.served()).length).toBe(before);
  });

  test('400: a body that says nothing to do', async () => {
    const answer = await post('{"model":"gpt-4o-mini"}', keys.unlimited);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: 'invalid_request', param: 'messages' } });
  });

  test('413: a body beyond the limit', async () => {
    const answer = await post(Buffer.alloc(9 * 1024 * 1024, 0x20), keys.unlimited);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ error: { code: 'request_too_large' } });
  });

  test('429: the rate of the key, with how long to wait', async () => {
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => post(JSON.stringify(say('hi')), keys.slow)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(await refused?.json()).toMatchObject({ error: { code: 'too_many_requests' } });
  });

  test('429: concurrency of the key, free again when a request is over', async () => {
    const first = await post(JSON.stringify({ ...say('[[chunks=20 delay=50]]'), stream: true }), keys.single);
    expect(first.status).toBe(200);
    expect((await post(JSON.stringify(say('hi')), keys.single)).status).toBe(429);
    expect(await first.text()).toContain('[DONE]');
    await waitFor(
      async () => (await post(JSON.stringify(say('hi')), keys.single)).status === 200,
      'room again',
    );
  });

  test('429: the upstream is busy, with its own word on how long', async () => {
    const error = await refusal(client().chat.completions.create(say('hi', 'fault-status-429')));
    expect(error).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect(Number(error.headers?.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });

  test('501: what is not implemented, and no retry', async () => {
    const error = await refusal(client().files.list().then());
    expect(error).toMatchObject({ status: 501, code: 'api_not_implemented' });
    expect(error.headers?.get('x-should-retry')).toBe('false');
  });

  test.each(['nobody', 'dead-model', 'fault-status-401', 'fault-status-500'])('503: %s', async (model) => {
    const error = await refusal(client().chat.completions.create(say('hi', model)));
    expect(error).toMatchObject({ status: 503, code: 'model_not_found', type: 'headgate_api_error' });
    expect(JSON.stringify(error.error)).not.toMatch(/127\.0\.0\.1|upstream-secret|sandbox/);
  });

  test('503: a model that the key may not use', async () => {
    const error = await refusal(client(keys.narrow).chat.completions.create(say('hi')));
    expect(error).toMatchObject({ status: 503, code: 'model_not_found' });
  });
});

describe('odd endings', () => {
  test('an abort in mid-stream frees everything, and is billed by the usage that is drained', async () => {
    const abort = new AbortController();
    const { data: stream, response } = await client()
      .chat.completions.create({ ...say('[[chunks=40 delay=20]]'), stream: true }, { signal: abort.signal })
      .withResponse();
    for await (const _ of stream) break;
    abort.abort();
    const usage = await usageOf(response.headers.get('x-request-id'));
    const [produced] = (await world.served()).filter(
      ({ requestId }) => requestId === response.headers.get('x-request-id'),
    );
    expect(produced?.outcome).toBe('served');
    expect(usage.output_visible).toBe(BigInt(produced?.usage.outputTokens ?? -1));
  });

  test('an abort of an answer too long to drain cuts the upstream, and is billed for what that produced', async () => {
    const abort = new AbortController();
    const { data: stream, response } = await client()
      .chat.completions.create(
        { ...say('[[chunks=100000 delay=20]]'), stream: true },
        { signal: abort.signal },
      )
      .withResponse();
    for await (const _ of stream) break;
    abort.abort();
    const usage = await usageOf(response.headers.get('x-request-id'));
    expect(usage).toMatchObject({ usage_source: 'estimated', ending: 'client_gone' });
    expect(usage.output_visible).toBeGreaterThan(0n);
    const id = response.headers.get('x-request-id');
    await waitFor(
      async () =>
        (await world.served()).some(({ requestId, outcome }) => requestId === id && outcome === 'aborted'),
      'the upstream saw its caller leave',
    );
  }, 60_000);

  test('an upstream that breaks off ends in an error the SDK throws, never a clean end', async () => {
    const stream = await client().chat.completions.create({
      ...say('[[chunks=20]]', 'fault-cut'),
      stream: true,
    });
    const read = async (): Promise<void> => {
      for await (const _ of stream);
    };
    await expect(read()).rejects.toThrow();
  });

  test('an upstream without usage is billed by our own count, and marked', async () => {
    const { response } = await client()
      .chat.completions.create(say('hi', 'fault-missing-usage'))
      .withResponse();
    expect(await usageOf(response.headers.get('x-request-id'))).toMatchObject({
      usage_source: 'estimated',
      input_fresh: 1n,
      output_visible: 1n,
    });
  });

  test('nobody there is a connection error of the SDK', async () => {
    const lost = new OpenAI({ apiKey: 'k', baseURL: 'http://127.0.0.1:9/v1', maxRetries: 0 });
    await expect(lost.models.list()).rejects.toBeInstanceOf(APIConnectionError);
  });
});
