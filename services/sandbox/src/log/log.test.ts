import { expect, test } from 'vitest';
import { ask, startSandbox } from '../testing/start-sandbox.ts';
import { readClientRequestId } from './client-request-id.ts';
import { createServedLog, type ServedRequest } from './served-log.ts';

test.each([
  ['req-1.2', { requestId: 'req-1', attempt: 2 }],
  ['a.b.3', { requestId: 'a.b', attempt: 3 }],
  ['plain', { requestId: 'plain', attempt: null }],
  [undefined, { requestId: null, attempt: null }],
])('the header %s is read', (header, expected) => {
  expect(readClientRequestId(header)).toEqual(expected);
});

test('the log says what the usage said, in memory and in the file', async () => {
  const { client, log, file } = await startSandbox();
  const headers = { 'x-client-request-id': 'req-7.1' };
  const request = { ...ask('[[cached=5 reasoning=7]] a text of some length'), model: 'm' };
  const { usage } = await client.chat.completions.create(request, { headers });
  const stream = client.chat.completions.stream({ ...request, stream_options: { include_usage: true } });
  const streamed = await stream.finalChatCompletion();
  expect(streamed.usage).toEqual(usage);
  const counts = {
    inputTokens: usage?.prompt_tokens,
    cachedTokens: 5,
    outputTokens: usage?.completion_tokens,
    reasoningTokens: 7,
  };
  const same = {
    dialect: 'chat-completions',
    model: 'm',
    usage: counts,
    outcome: 'served',
    status: 200,
    fault: null,
  };
  const entries = await log();
  expect(entries).toEqual([
    { id: 1, requestId: 'req-7', attempt: 1, ...same },
    { id: 2, requestId: null, attempt: null, ...same },
  ]);
  expect(file()).toEqual(entries);
  expect(await log(1)).toEqual(entries.slice(1));
  expect(await log(2)).toEqual([]);
});

test('a stream that the client leaves is logged with what was produced', async () => {
  const { client, entry } = await startSandbox();
  const stream = await client.chat.completions.create({
    ...ask('[[chunks=1000 size=40 delay=5]]'),
    stream: true,
  });
  let seen = 0;
  for await (const chunk of stream) {
    seen += chunk.choices[0]?.delta.content?.length ?? 0;
    if (seen >= 400) break;
  }
  const { outcome, usage } = await entry(1);
  expect(outcome).toBe('aborted');
  expect(usage.inputTokens).toBe(8);
  expect(usage.outputTokens).toBeGreaterThanOrEqual(100);
  expect(usage.outputTokens).toBeLessThan(300);
});

test('an answer that is not streamed counts what was produced before the client left', async () => {
  const { client, entry } = await startSandbox();
  const signal = AbortSignal.timeout(200);
  await expect(
    client.chat.completions.create(ask('[[chunks=1000 size=40 delay=10]]'), { signal }),
  ).rejects.toThrow();
  const { outcome, usage, status } = await entry(1);
  expect({ outcome, status }).toEqual({ outcome: 'aborted', status: null });
  expect(usage.outputTokens).toBeGreaterThan(0);
  expect(usage.outputTokens).toBeLessThan(1000);
});

test('a stop of the sandbox ends open streams at once and logs them', async () => {
  const { client, file, stop } = await startSandbox();
  const stream = await client.chat.completions.create({ ...ask('[[chunks=1000 delay=50]]'), stream: true });
  const reading = (async () => {
    for await (const _chunk of stream);
  })().catch((error: unknown) => error);
  await stop();
  expect(await reading).toBeInstanceOf(Error);
  expect(file()).toMatchObject([{ outcome: 'aborted' }]);
});

test('the bytes received are shown as they came', async () => {
  const { post, url } = await startSandbox();
  const body = '{ "model":"m",  "messages":[{"role":"user","content":"h\\u0069 ü"}] }';
  await (await post('/v1/chat/completions', body, { 'x-client-request-id': 'r.1', 'x-mine': 'yes' })).text();
  await (await post('/v1/chat/completions', ask('other'))).text();
  const found = await (await fetch(`${url}/received?requestId=r`)).json();
  const bodyBase64 = Buffer.from(body).toString('base64');
  expect(found).toMatchObject([
    { requestId: 'r', attempt: 1, path: '/v1/chat/completions', headers: { 'x-mine': 'yes' }, bodyBase64 },
  ]);
  expect(await (await fetch(`${url}/received`)).json()).toHaveLength(2);
});

const entry: ServedRequest = {
  requestId: null,
  attempt: null,
  dialect: 'chat-completions',
  model: 'm',
  usage: { inputTokens: 1, cachedTokens: 0, outputTokens: 1, reasoningTokens: 0 },
  outcome: 'served',
  status: 200,
  fault: null,
};

test('the log in memory is bounded, and says when entries are gone', () => {
  const log = createServedLog(null, 10);
  for (let count = 0; count < 12; count += 1) log.append(entry);
  expect(log.after(0)).toEqual({ type: 'dropped', oldestId: 3 });
  const rest = log.after(10);
  const ids = rest.type === 'entries' ? JSON.parse(rest.json).map(({ id }: { id: number }) => id) : [];
  expect(ids).toEqual([11, 12]);
  expect(JSON.parse(log.all())).toHaveLength(10);
  expect(log.after(99)).toEqual({ type: 'entries', json: '[]' });
});

test('an after that is left empty means from the start', async () => {
  const { url } = await startSandbox();
  expect(await (await fetch(`${url}/log?after=`)).json()).toEqual([]);
});

test('a wrong after is refused', async () => {
  const { url } = await startSandbox();
  expect((await fetch(`${url}/log?after=x`)).status).toBe(400);
});
