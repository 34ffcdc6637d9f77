/** The rulings on text routes, each by its number, through all services as processes. */
import Anthropic from '@anthropic-ai/sdk';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  chat,
  configuration,
  contents,
  dialects,
  imageOf,
  keys,
  turns,
  upstreams,
} from './testing/ruled-requests.ts';
import { startWorld, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld(configuration, { env: { ingress: { HEADGATE_LIMIT_WINDOW_MS: '1500' } } });
}, 120_000);
afterAll(() => world.stop());

interface Asking {
  key?: string;
  headers?: Record<string, string>;
  body?: object | string;
}

async function ask(path: string, { key = keys.good, headers = {}, body }: Asking = {}) {
  const answer = await fetch(`${world.baseUrl}${path}`, {
    headers: { authorization: `Bearer ${key}`, ...headers },
    ...(body !== undefined && {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** What the sandbox was sent for the last request that it served or refused. */
async function lastReceived(
  requestId: string | null,
): Promise<{ headers: Record<string, string>; body: string }> {
  const answer = await fetch(`${world.sandboxUrl}/received?requestId=${requestId}`);
  const [received] = (await answer.json()) as { headers: Record<string, string>; bodyBase64: string }[];
  if (!received) throw new Error('The upstream was not called');
  return { headers: received.headers, body: Buffer.from(received.bodyBase64, 'base64').toString() };
}

function dataOf(stream: string): string[] {
  return [...stream.matchAll(/^data: (.+)$/gm)]
    .map(([, data = '']) => data)
    .filter((data) => data !== '[DONE]');
}

describe.each(dialects)('$name', ({ name, of }) => {
  test.each(upstreams)('ruling 1: answers under the requested name over $name', async (upstream) => {
    const model = `over-${upstream.name}`;
    for (const stream of [false, true]) {
      const { path, body } = of(model, stream);
      const { status, text } = await ask(path, { body });
      expect(status).toBe(200);
      expect(text).toContain(`"${model}"`);
      expect(text).not.toContain('the-model');
      for (const said of stream ? dataOf(text) : [text]) {
        const { model: named, modelVersion, response, message } = JSON.parse(said);
        expect([undefined, model]).toContain(named ?? modelVersion ?? response?.model ?? message?.model);
      }
    }
  });

  test('ruling 2: of an upstream’s headers only the content type passes', async () => {
    const { path, body } = of('over-openai', false);
    const { headers } = await ask(path, { body });
    const names = [...headers.keys()].filter(
      (header) => !['date', 'connection', 'keep-alive'].includes(header),
    );
    expect(names.sort()).toEqual(
      [
        'cache-control',
        'content-length',
        'content-type',
        'request-id',
        'transfer-encoding',
        'x-oneapi-request-id',
        'x-request-id',
      ].filter((header) => names.includes(header)),
    );
  });

  test('ruling 5: event lines on responses and messages alone', async () => {
    const { path, body } = of('over-chat', true);
    const { text } = await ask(path, { body });
    expect(/^event: /m.test(text)).toBe(name === 'responses' || name === 'messages');
  });

  test.each(upstreams)('ruling 6: nothing said, with usage, is a success over $name', async (upstream) => {
    for (const stream of [false, true]) {
      const { path, body } = of(`empty-${upstream.name}`, stream);
      const { status, headers } = await ask(path, { body });
      expect(status).toBe(200);
      const id = headers.get('x-request-id');
      expect((await world.served()).filter(({ requestId }) => requestId === id)).toHaveLength(1);
    }
  });

  test('ruling 6: no end and no usage is a failure', async () => {
    const { path, body } = of('endless-chat', false);
    expect((await ask(path, { body })).status).toBeGreaterThanOrEqual(500);
    const streamed = of('endless-chat', true);
    expect((await ask(streamed.path, { body: streamed.body })).text).toMatch(/"error"|response\.failed/);
  });

  test('ruling 7: an image that a conversion cannot carry is refused before any call', async () => {
    const upstream = name === 'generateContent' ? 'chat' : 'gemini';
    const { path, body } = imageOf(name, `over-${upstream}`);
    const { status, headers, text } = await ask(path, { body, key: keys.digits });
    const id = headers.get('x-request-id');
    const { error } = JSON.parse(text);
    if (name === 'responses') {
      expect(status).toBe(500);
      expect(error.code).toBeNull();
      expect(headers.get('x-should-retry')).toBe('false');
    } else {
      expect(status).toBe(400);
    }
    await expect(lastReceived(id)).rejects.toThrow('not called');
    const row = await waitFor(async () => {
      const [found] = await world.sql(`select * from ledger.usage where id = '${id}'`);
      return found;
    }, 'the request is booked');
    expect(row).toMatchObject({ consumed: 0n, amount: 0n, attempts: 0 });
    expect(Number(row?.reserved)).toBeGreaterThan(0);
  });

  test('ruling 9: message, type, param and code are always there', async () => {
    const { path, body } = of('nobody-knows', false);
    for (const asking of [{ body }, { body, key: 'sk-nobody' }, { body: 'no json' }]) {
      const { error } = JSON.parse((await ask(path, asking)).text);
      expect(error).toMatchObject({
        message: expect.any(String),
        type: expect.any(String),
        param: expect.any(String),
      });
      expect(error.code === null || typeof error.code === 'string').toBe(true);
    }
  });

  test('rulings 8 and 10: each refusal has its status, code and kind', async () => {
    const { path, body } = of('over-chat', false);
    const refusals = [
      [{ body, key: 'sk-nobody' }, 401, 'invalid_api_key'],
      [{ body, key: keys.empty }, 402, 'insufficient_user_quota'],
      [{ body, key: keys.elsewhere }, 403, 'access_denied'],
    ] as const;
    for (const [asking, status, code] of refusals) {
      const answer = await ask(path, asking);
      expect(answer.status).toBe(status);
      expect(JSON.parse(answer.text).error.code).toBe(code);
    }
    const unserved = [
      { ...of('nobody-knows', false), key: keys.good },
      { ...of('over-openai', false), key: keys.narrow },
      { ...of('locked-chat', false), key: keys.good },
    ];
    for (const { path: at, ...asking } of unserved) {
      const answer = await ask(at, asking);
      expect(answer.status).toBe(503);
      expect(JSON.parse(answer.text).error).toMatchObject({ code: 'model_not_found' });
      expect(answer.text).not.toMatch(/upstream-secret-key|fault-status/);
    }
  });
});

test('ruling 2: usage of responses has both sets of names, whole and at the end of a stream', async () => {
  for (const model of ['over-openai', 'over-anthropic']) {
    const whole = JSON.parse((await ask('/v1/responses', { body: { model, input: 'Hello' } })).text);
    const streamed = await ask('/v1/responses', { body: { model, input: 'Hello', stream: true } });
    const last = JSON.parse(dataOf(streamed.text).at(-1) ?? '{}');
    for (const { usage } of [whole, last.response]) {
      expect(usage.prompt_tokens).toBe(usage.input_tokens);
      expect(usage.completion_tokens).toBe(usage.output_tokens);
    }
  }
});

test('ruling 2: usage that only we asked for is not shown, and usage that the client asked for is', async () => {
  const silent = await ask('/v1/chat/completions', { body: chat('over-chat', { stream: true }).body });
  expect(silent.text).not.toContain('"prompt_tokens"');
  const options = { stream: true, stream_options: { include_usage: true } };
  const asked = await ask('/v1/chat/completions', { body: chat('over-chat', options).body });
  expect(asked.text.match(/"prompt_tokens"/g)).toHaveLength(1);
});

test('ruling 2: a model is owned by the kind of provider that serves it first', async () => {
  const { data } = JSON.parse((await ask('/v1/models')).text) as { data: { id: string; owned_by: string }[] };
  for (const { name, provider } of upstreams) {
    expect(data.find(({ id }) => id === `over-${name}`)).toMatchObject({ owned_by: provider });
  }
});

test('ruling 3: every byte of a request passes but those on the closed list', async () => {
  const odd =
    '{ "logit_bias" : {"50256": -1.0, "11":2e1},"seed":9007199254740993,\n "messages":[{"role":"user","content":"\\u0048i 🌍"}],' +
    '"vendor_member":[1,{"a":null}],"model":"over-chat"}';
  const { headers } = await ask('/v1/chat/completions', { body: odd });
  const { body } = await lastReceived(headers.get('x-request-id'));
  expect(body).toBe(odd.replace('"over-chat"', '"the-model"'));
});

test('ruling 3: messages get a default for max_tokens, and effort its place', async () => {
  const body = { model: 'over-anthropic', messages: turns, effort: 'low' };
  const { status, headers } = await ask('/v1/messages', { body });
  expect(status).toBe(200);
  const sent = JSON.parse((await lastReceived(headers.get('x-request-id'))).body);
  expect(sent).toEqual({
    model: 'the-model',
    messages: turns,
    max_tokens: expect.any(Number),
    output_config: { effort: 'low' },
  });
});

test('ruling 4: what a client sends is not stripped; include_usage is no option of responses', async () => {
  const options = { stream: true, stream_options: { include_obfuscation: false }, service_tier: 'flex' };
  const body = { model: 'over-openai', input: 'Hello', ...options };
  const passed = await ask('/v1/responses', { body });
  expect(JSON.parse((await lastReceived(passed.headers.get('x-request-id'))).body)).toEqual({
    ...body,
    model: 'the-model',
  });
  const refused = await ask('/v1/responses', { body: { ...body, stream_options: { include_usage: true } } });
  expect(refused.status).toBe(400);
  expect(JSON.parse(refused.text).error.param).toBe('stream_options.include_usage');
});

test('ruling 8: our own kind of error is headgate_api_error', async () => {
  const { error } = JSON.parse(
    (await ask('/v1/chat/completions', { ...chat('over-chat'), key: keys.empty })).text,
  );
  expect(error.type).toBe('headgate_api_error');
});

test('ruling 9: an error inside a native stream has a number for its code', async () => {
  const path = '/v1beta/models/endless-chat:streamGenerateContent?alt=sse';
  const { text } = await ask(path, { body: { contents } });
  const { error } = JSON.parse(dataOf(text).at(-1) ?? '{}');
  expect(error).toMatchObject({ code: expect.any(Number), status: expect.any(String) });
});

test('ruling 10: an unknown model by itself is 404', async () => {
  const { status, text } = await ask('/v1/models/nobody-knows');
  expect(status).toBe(404);
  expect(JSON.parse(text).error).toMatchObject({ code: 'model_not_found', param: 'model' });
});

/** By status and headers alone: how often the SDKs ask again by themselves. */
describe.each(['openai', 'anthropic'])('ruling 14, by the SDK of %s', (vendor) => {
  async function callsOf(model: string, key: string): Promise<number> {
    let calls = 0;
    const counting: typeof fetch = (input, init) => {
      calls += 1;
      return fetch(input, init);
    };
    const options = { apiKey: key, maxRetries: 2, fetch: counting };
    const asked =
      vendor === 'openai'
        ? new OpenAI({ ...options, baseURL: `${world.baseUrl}/v1` }).chat.completions.create({
            model,
            messages: [{ role: 'user', content: 'Hello' }],
          })
        : new Anthropic({ ...options, baseURL: world.baseUrl }).messages.create({
            model,
            max_tokens: 50,
            messages: [{ role: 'user', content: 'Hello' }],
          });
    await asked.catch(() => undefined);
    return calls;
  }

  test('what would fail the same way is asked for once', async () => {
    expect(await callsOf('nobody-knows', keys.good)).toBe(1);
    expect(await callsOf('over-chat', keys.empty)).toBe(1);
    expect(await callsOf('over-chat', 'sk-nobody')).toBe(1);
  });

  test('trouble of an upstream is asked for again', async () => {
    expect(await callsOf('locked-chat', keys.good)).toBe(3);
  });

  test('a limit says how long to wait, and the SDK waits', async () => {
    const limited = await waitFor(async () => {
      const answer = await ask('/v1/chat/completions', { ...chat('over-chat'), key: keys.slow });
      return answer.status === 429 ? answer : undefined;
    }, 'the limit is reached');
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    await waitFor(async () => (await callsOf('over-chat', keys.slow)) > 1, 'the SDK asks again');
  });
});

describe('ruling 16', () => {
  const statusOf = async (key: string, model: string): Promise<number> =>
    (await ask('/v1/chat/completions', { ...chat(model), key })).status;
  const channelOf = async (name: string): Promise<string> => {
    const [row] = await world.sql(`select id from account.channels where name = '${name}'`);
    return String(row?.id);
  };

  test('the whole text is the key, digits at its end included', async () => {
    expect(await statusOf(keys.digits, 'over-chat')).toBe(200);
  });

  test('an administrator’s key with a channel behind it asks for that channel', async () => {
    expect(await statusOf(`${keys.admin}-${await channelOf('chat')}`, 'over-chat')).toBe(200);
    expect(await statusOf(`${keys.admin}-${await channelOf('gemini')}`, 'over-chat')).toBe(503);
  });

  test('from anybody else it is an unknown key', async () => {
    expect(await statusOf(`${keys.digits}-${await channelOf('chat')}`, 'over-chat')).toBe(401);
  });
});
