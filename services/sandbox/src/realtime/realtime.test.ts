/** Spoken to by the vendor's own client: what it understands is what the vendor says. */
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { ask, openSession } from '../testing/open-session.ts';
import { startSandbox, type TestSandbox } from '../testing/start-sandbox.ts';

const sound = (byte: number, tokens: number) => Buffer.alloc(4_800 * tokens, byte).toString('base64');

test('a text response says back what was said, with its usage, and is logged with it', async () => {
  const sandbox = await startSandbox();
  const { client, events, until } = await openSession(sandbox);
  client.send({ type: 'session.update', session: { type: 'realtime', output_modalities: ['text'] } });
  expect(await until('session.updated')).toMatchObject({ session: { output_modalities: ['text'] } });
  ask(client, 'Hello there [[cached=2]]');
  const { response } = await until('response.done');
  expect(response).toMatchObject({
    status: 'completed',
    output: [{ role: 'assistant', content: [{ type: 'output_text', text: 'Hello there' }] }],
    usage: {
      ...{ input_tokens: 6, output_tokens: 3, total_tokens: 9 },
      input_token_details: { text_tokens: 6, audio_tokens: 0, cached_tokens: 2 },
      output_token_details: { text_tokens: 3, audio_tokens: 0 },
    },
  });
  const order = events.map(({ type }) => type);
  expect(order.slice(order.indexOf('response.created'), order.indexOf('response.done') + 1)).toEqual([
    'response.created',
    'response.output_item.added',
    'conversation.item.added',
    'response.content_part.added',
    'response.output_text.delta',
    'response.output_text.done',
    'response.content_part.done',
    'conversation.item.done',
    'response.output_item.done',
    'response.done',
  ]);
  expect(await sandbox.entry(1)).toMatchObject({
    ...{ dialect: 'realtime', model: 'gpt-realtime', outcome: 'served', status: 101 },
    usage: { inputTokens: 6, cachedTokens: 2, outputTokens: 3 },
  });
});

test('sound is heard where turns are detected, answered in sound, and both are counted', async () => {
  const sandbox = await startSandbox();
  const { client, until } = await openSession(sandbox);
  client.send({
    type: 'session.update',
    session: { type: 'realtime', audio: { input: { transcription: { model: 'whisper' } } } },
  });
  client.send({ type: 'input_audio_buffer.append', audio: sound(1, 10) });
  await until('input_audio_buffer.speech_started');
  client.send({ type: 'input_audio_buffer.append', audio: sound(0, 2) });
  expect(await until('conversation.item.input_audio_transcription.completed')).toMatchObject({
    usage: { input_tokens: 12, input_token_details: { audio_tokens: 12 } },
  });
  const { response } = await until('response.done');
  expect(response.usage).toMatchObject({
    input_token_details: { text_tokens: 0, audio_tokens: 12 },
    output_token_details: { text_tokens: 2, audio_tokens: 1 },
  });
  expect((await until('response.output_audio.delta')).delta.length).toBeGreaterThan(0);
});

test('a response that is cancelled ends as cancelled, with what was said', async () => {
  const { client, until } = await openSession(await startSandbox());
  ask(client, '[[chunks=1000 delay=10]]');
  await until('response.output_audio.delta');
  client.send({ type: 'response.create', event_id: 'mine' });
  expect(await until('error')).toMatchObject({
    error: { code: 'conversation_already_has_active_response', event_id: 'mine' },
  });
  client.send({ type: 'response.cancel', response_id: 'another' });
  expect(await until('error', 2)).toMatchObject({
    error: { code: 'response_cancel_not_active', event_id: null },
  });
  client.send({ type: 'response.cancel', response_id: (await until('response.created')).response.id ?? '' });
  expect((await until('response.done')).response).toMatchObject({
    ...{ status: 'cancelled', status_details: { reason: 'client_cancelled' } },
    usage: { output_token_details: { audio_tokens: expect.any(Number) } },
  });
});

test('what it does not know is an error event', async () => {
  const { client, until } = await openSession(await startSandbox());
  client.socket.send('no json');
  expect(await until('error')).toMatchObject({
    error: { type: 'invalid_request_error', code: 'invalid_json' },
  });
});

async function dial({ url }: TestSandbox, query: string, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/realtime${query}`, { headers });
  socket.on('error', () => undefined);
  const [, response] = await once(socket, 'unexpected-response');
  return response.statusCode;
}

test.each([
  ['no model', '?a=b', 'sk-test', 400],
  ['a bad key', '?model=m', 'bad-key', 401],
  ['an unknown model', '?model=unknown-m', 'sk-test', 404],
  ['a fault', '?model=fault-status-503', 'sk-test', 503],
])('%s is refused before the upgrade', async (_name, query, key, status) => {
  const sandbox = await startSandbox();
  expect(await dial(sandbox, query, key)).toBe(status);
  expect(await sandbox.entry(1)).toMatchObject({ dialect: 'realtime', outcome: 'failed', status });
});

test('a connection that is cut in mid-response is in the log with what was produced', async () => {
  const sandbox = await startSandbox();
  const { client } = await openSession(sandbox, 'fault-cut');
  ask(client, '[[chunks=10]]');
  const [code] = await once(client.socket, 'close');
  expect(code).toBe(1006);
  expect(await sandbox.entry(1)).toMatchObject({ outcome: 'failed', usage: { outputAudioTokens: 1 } });
});
