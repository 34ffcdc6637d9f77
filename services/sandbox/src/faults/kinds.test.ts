import OpenAI, { APIError, InternalServerError, RateLimitError } from 'openai';
import { expect, test } from 'vitest';
import { ask, frameData, startSandbox } from '../testing/start-sandbox.ts';
import { commonStatuses, faultKinds } from './kinds.ts';

const text = 'Grüße 🌍 '.repeat(20).trim();
/** The first piece has one unit more than usual, rather than half a character. */
const firstPiece = text.slice(0, 17);
const zeros = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, reasoningTokens: 0 };
const inputTokens = Math.ceil(Buffer.byteLength(text) / 4);

async function play(kind: string, others: Record<string, unknown> = {}) {
  const sandbox = await startSandbox();
  const request = { ...ask(text), model: `fault-${kind}`, ...others };
  const response = await sandbox.post('/v1/chat/completions', request).catch((error: unknown) => error);
  if (!(response instanceof Response)) return { sandbox, response: null, text: '', error: response };
  const parts: Buffer[] = [];
  let error: unknown = null;
  try {
    for await (const part of response.body ?? []) parts.push(Buffer.from(part));
  } catch (cause) {
    error = cause;
  }
  return { sandbox, response, text: Buffer.concat(parts).toString(), error };
}

const stream = { stream: true, stream_options: { include_usage: true } };

function contentOf(data: string[]): string {
  return data
    .filter((json) => json.startsWith('{') && !json.includes('<garbage'))
    .map((json) => JSON.parse(json).choices?.[0]?.delta.content ?? '')
    .join('');
}

test.each(commonStatuses)('status-%i is the error of the vendor', async (status) => {
  const { response, text: body, sandbox } = await play(`status-${status}`, stream);
  expect(response?.status).toBe(status);
  expect(JSON.parse(body).error).toMatchObject({ message: expect.any(String), type: expect.any(String) });
  expect(await sandbox.entry(1)).toMatchObject({
    outcome: 'failed',
    status,
    fault: `status-${status}`,
    usage: zeros,
  });
});

test('errors reach the SDK as their classes, Retry-After included', async () => {
  const { client, post } = await startSandbox();
  await expect(client.chat.completions.create({ ...ask('hi'), model: 'fault-status-503' })).rejects.toThrow(
    InternalServerError,
  );
  await post('/faults', { model: 'm', nth: 1, kind: 'status-429', retryAfter: 7 });
  const error = await client.chat.completions
    .create({ ...ask('hi'), model: 'm' })
    .catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(RateLimitError);
  expect(error instanceof APIError ? error.headers?.get('retry-after') : null).toBe('7');
});

test('slow-first-byte waits as long as it is told', async () => {
  const { post } = await startSandbox();
  await post('/faults', { kind: 'slow-first-byte', ms: 300 });
  const start = performance.now();
  const response = await post('/v1/chat/completions', ask('hi', stream));
  expect(performance.now() - start).toBeGreaterThanOrEqual(295);
  expect(await response.text()).toContain('[DONE]');
});

test('cut closes the connection in the middle', async () => {
  const { text: body, error, sandbox } = await play('cut', stream);
  expect(error).toBeInstanceOf(Error);
  expect(contentOf(frameData(body))).toBe(firstPiece);
  const outputTokens = Math.ceil(Buffer.byteLength(firstPiece) / 4);
  expect(await sandbox.entry(1)).toMatchObject({ outcome: 'failed', usage: { inputTokens, outputTokens } });
});

test('cut without a stream sends half of the body', async () => {
  const { text: body, error, response } = await play('cut');
  expect(error).toBeInstanceOf(Error);
  expect(body.length).toBeGreaterThan(0);
  expect(body.length).toBeLessThan(Number(response?.headers.get('content-length')));
});

test('cut takes place after as many pieces as it is told', async () => {
  const { post } = await startSandbox();
  await post('/faults', { model: 'gpt-4o', nth: 1, kind: 'cut', after: 3 });
  const response = await post('/v1/chat/completions', ask(text, stream));
  let body = '';
  const decoder = new TextDecoder();
  await expect(
    (async () => {
      for await (const part of response.body ?? []) body += decoder.decode(part, { stream: true });
    })(),
  ).rejects.toThrow();
  expect(contentOf(frameData(body))).toBe(text.slice(0, 49));
});

test('cut-before-head resets the connection', async () => {
  const { response, sandbox } = await play('cut-before-head', stream);
  expect(response).toBeNull();
  expect(await sandbox.entry(1)).toMatchObject({ outcome: 'failed', status: null, usage: zeros });
});

test.each([true, false])('stall is silent until the client leaves (stream: %s)', async (isStream) => {
  const { post, entry, log } = await startSandbox();
  const leaving = new AbortController();
  const response = await post('/v1/chat/completions', {
    ...ask(text),
    stream: isStream,
    model: 'fault-stall',
  });
  const reader = response.body?.getReader();
  expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
  const next = reader?.read().then(
    () => 'more',
    () => 'error',
  );
  const silence = new Promise((resolve) => setTimeout(() => resolve('silence'), 200));
  expect(await Promise.race([next, silence])).toBe('silence');
  expect(await log()).toEqual([]);
  leaving.abort();
  await reader?.cancel();
  const { outcome, usage } = await entry(1);
  expect(outcome).toBe('aborted');
  expect(usage.inputTokens).toBe(inputTokens);
  expect(usage.outputTokens).toBeGreaterThan(0);
});

test('garbage is a frame that is not JSON, or a body that is none', async () => {
  const streamed = await play('garbage', stream);
  const data = frameData(streamed.text);
  expect(data.filter((json) => json.includes('<garbage'))).toHaveLength(1);
  expect(data.findIndex((json) => json.includes('<garbage'))).toBe(2);
  expect(contentOf(data.slice(0, -1))).toBe(text);
  expect(await streamed.sandbox.entry(1)).toMatchObject({ outcome: 'failed' });
  const whole = await play('garbage');
  expect(whole.response?.status).toBe(200);
  expect(() => JSON.parse(whole.text)).toThrow();
});

test('error-in-stream ends a stream with an error that the SDK throws', async () => {
  const { client, entry } = await startSandbox();
  const reading = client.chat.completions.create({
    ...ask(text),
    model: 'fault-error-in-stream',
    stream: true,
  });
  let said = '';
  const error = await reading
    .then(async (chunks) => {
      for await (const chunk of chunks) said += chunk.choices[0]?.delta.content ?? '';
    })
    .catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(OpenAI.APIError);
  expect(said).toBe(firstPiece);
  expect(await entry(1)).toMatchObject({ outcome: 'failed', status: 200, usage: { inputTokens } });
});

test('error-in-200 is an error under a good status', async () => {
  for (const others of [stream, {}]) {
    const { response, text: body, sandbox } = await play('error-in-200', others);
    expect(response?.status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({ error: { type: 'server_error' } });
    expect(await sandbox.entry(1)).toMatchObject({ outcome: 'failed', usage: zeros });
  }
});

test('missing-usage leaves the usage out, not the log', async () => {
  const whole = await play('missing-usage');
  expect(JSON.parse(whole.text).choices[0].message.content).toBe(text);
  expect(JSON.parse(whole.text).usage).toBeUndefined();
  const streamed = await play('missing-usage', stream);
  expect(streamed.text).not.toContain('prompt_tokens');
  expect(streamed.text).toContain('[DONE]');
  for (const { sandbox } of [whole, streamed]) {
    expect(await sandbox.entry(1)).toMatchObject({
      outcome: 'served',
      usage: { inputTokens, outputTokens: inputTokens },
    });
  }
});

test('no-terminal ends well for HTTP but says no end', async () => {
  const { text: body, error, sandbox } = await play('no-terminal', stream);
  expect(error).toBeNull();
  expect(body).not.toContain('[DONE]');
  expect(body).not.toContain('"finish_reason":"');
  expect(body).not.toContain('prompt_tokens');
  expect(contentOf(frameData(body))).toBe(firstPiece);
  expect(await sandbox.entry(1)).toMatchObject({ outcome: 'failed' });
});

test('crlf ends all lines in CRLF', async () => {
  const { text: body } = await play('crlf', stream);
  expect(body.replaceAll('\r\n', '')).not.toContain('\n');
  expect(contentOf(frameData(body).slice(0, -1))).toBe(text);
});

test('split-utf8 sends packets that begin inside of characters', async () => {
  const { post } = await startSandbox();
  const response = await post('/v1/chat/completions', { ...ask(text), model: 'fault-split-utf8', ...stream });
  const parts: Buffer[] = [];
  for await (const part of response.body ?? []) parts.push(Buffer.from(part));
  expect(parts.filter((part) => part.toString().includes('\ufffd')).length).toBeGreaterThan(3);
  expect(contentOf(frameData(Buffer.concat(parts).toString()).slice(0, -1))).toBe(text);
});

test('huge-frame is one frame of that size', async () => {
  const { client, post, entry } = await startSandbox();
  await post('/faults', { kind: 'huge-frame', bytes: 5_000_000 });
  const completion = await client.chat.completions
    .stream({ ...ask('hi'), ...stream, stream: true })
    .finalChatCompletion();
  expect(completion.choices[0]?.message.content).toHaveLength(5_000_000);
  expect(completion.usage?.completion_tokens).toBe(1_250_000);
  expect(await entry(1)).toMatchObject({ outcome: 'served', usage: { outputTokens: 1_250_000 } });
});

test('empty-output says nothing, with usage', async () => {
  const { sandbox } = await play('empty-output');
  const completion = await sandbox.client.chat.completions.create({
    ...ask('hi'),
    model: 'fault-empty-output',
  });
  expect(completion.choices[0]?.message.content).toBe('');
  expect(completion.usage).toMatchObject({ prompt_tokens: 1, completion_tokens: 0 });
});

test('leak names the key and the host', async () => {
  const { text: body, response, sandbox } = await play('leak');
  expect(response?.status).toBe(400);
  expect(body).toContain('sk-test');
  expect(body).toContain(new URL(sandbox.url).host);
});

test('every kind has a model of its name', async () => {
  const { client } = await startSandbox();
  const ids = (await client.models.list()).data.map(({ id }) => id);
  for (const kind of Object.keys(faultKinds)) expect(ids).toContain(`fault-${kind}`);
});

test('faults are scripted, listed and cleared over HTTP', async () => {
  const { client, url, post } = await startSandbox();
  const created = await post('/faults', { model: 'm', nth: 2, kind: 'status-500' });
  expect(created.status).toBe(201);
  expect(await (await fetch(`${url}/faults`)).json()).toMatchObject([
    { model: 'm', nth: 2, kind: 'status-500' },
  ]);
  await client.chat.completions.create({ ...ask('hi'), model: 'm' });
  await expect(client.chat.completions.create({ ...ask('hi'), model: 'm' })).rejects.toThrow(
    InternalServerError,
  );
  await client.chat.completions.create({ ...ask('hi'), model: 'm' });
  await post('/faults', { model: 'm', kind: 'status-500' });
  await fetch(`${url}/faults`, { method: 'DELETE' });
  expect(await (await fetch(`${url}/faults`)).json()).toEqual([]);
  await client.chat.completions.create({ ...ask('hi'), model: 'm' });
});

test.each([
  ['nothing', 'x', 'JSON'],
  ['an unknown kind', { kind: 'explode' }, 'split-utf8'],
  ['a status that is no error', { kind: 'status-200' }, 'kind'],
  ['nth 0', { kind: 'cut', nth: 0 }, 'nth'],
  ['an unknown parameter', { kind: 'cut', ms: 5 }, 'ms'],
  ['a parameter in words', { kind: 'slow-first-byte', ms: 'long' }, 'ms'],
])('%s is no fault', async (_name, body, word) => {
  const { post } = await startSandbox();
  const response = await post('/faults', body);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: expect.stringContaining(word) });
});
