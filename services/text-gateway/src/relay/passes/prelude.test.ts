/** Events that announce an answer: an upstream may still fail, or refuse, behind them. */
import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { Ending } from '@headgate/proto/gen/headgate/events/v1/events';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { describe, expect, test } from 'vitest';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing } from '../../testing/test-serving.ts';
import { attemptInTurn } from '../attempts/attempt-in-turn.ts';

const upstream = startUpstreamForEach();

type Event = { type: string; [member: string]: unknown };
const frame = (event: Event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
const typesIn = (sent: string) => [...sent.matchAll(/^event: (.*)/gm)].map(([, type]) => type);
const response = { id: 'resp_1', status: 'in_progress', model: 'm', output: [] };
const usage = { input_tokens: 9, output_tokens: 2 };

const dialects = [
  {
    client: 'messages' as const,
    provider: 'anthropic',
    said: { messages: [{ role: 'user', content: 'Hi' }] },
    prelude: [
      { type: 'message_start', message: { id: 'msg_1', model: 'm', usage: { input_tokens: 9 } } },
      { type: 'ping' },
    ],
    answer: [
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } },
      { type: 'message_stop' },
    ],
    refusal: { type: 'invalid_request_error', message: 'prompt is too long' },
    code: 'context_length_exceeded',
  },
  {
    client: 'responses' as const,
    provider: 'openai',
    said: { input: 'Hi' },
    prelude: [
      { type: 'response.created', response, sequence_number: 0 },
      { type: 'response.in_progress', response, sequence_number: 1 },
    ],
    answer: [
      { type: 'response.output_item.added', item: { type: 'message', id: 'msg_1' }, output_index: 0 },
      { type: 'response.output_text.delta', delta: 'Hi', output_index: 0, item_id: 'msg_1' },
      { type: 'response.completed', response: { ...response, status: 'completed', usage } },
    ],
    refusal: { type: 'invalid_request_error', code: 'context_length_exceeded', message: 'It is too long' },
    code: 'context_length_exceeded',
  },
];

describe.each(dialects)('an answer that is announced to $client', (dialect) => {
  const { client, provider, said, prelude, answer, refusal, code } = dialect;
  const failure = {
    type: 'error',
    error: { type: 'overloaded_error', code: 'server_overloaded', message: 'x' },
  };
  const over = (id: bigint) =>
    createCandidate({ id, baseUrl: upstream.baseUrl(id), provider, keys: ['key'], priority: -Number(id) });

  function prepare(env: Record<string, string> = {}) {
    const body = { model: 'm', max_tokens: 9, stream: true, ...said };
    return createTestServing({ pools: upstream.pools, stream: true, client, body, env });
  }

  async function say(to: ServerResponse, events: readonly Event[]): Promise<void> {
    to.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of events) {
      to.write(frame(event));
      await setTimeout(10);
    }
    to.end();
  }

  test('by an upstream that then fails comes from the next', async () => {
    const whole = [...prelude, ...answer];
    upstream.serve = (_request, to, id) => void say(to, id === 1n ? [...prelude, failure] : whole);
    const serving = prepare();
    expect(await attemptInTurn(serving, [over(1n), over(2n)])).toBeUndefined();
    expect(upstream.calls).toHaveLength(2);
    expect(typesIn(serving.sent)).toEqual(whole.map(({ type }) => type));
    expect(serving.outcomes).toMatchObject([{ usage: { inputFresh: 9, outputVisible: 2 } }]);
  });

  test('and then refused has the status and the words of the refusal', async () => {
    upstream.serve = (_request, to) => void say(to, [...prelude, { type: 'error', error: refusal }]);
    const serving = prepare();
    const fault = await attemptInTurn(serving, [over(1n), over(2n)]);
    expect(fault).toMatchObject({ status: 400, code, message: refusal.message });
    expect(upstream.calls).toHaveLength(1);
    expect(serving.sent).toBe('');
  });

  test('is begun where nothing follows for long: a client is not to wait in silence', async () => {
    const serving = prepare({ HEADGATE_KEEP_ALIVE_MS: '10' });
    const announced = prelude.map(frame).join('');
    upstream.serve = async (_request, to) => {
      to.writeHead(200, { 'content-type': 'text/event-stream' }).write(announced);
      await waitFor(() => serving.sent === announced, 'the announcement is passed');
      to.end(answer.map(frame).join(''));
    };
    expect(await attemptInTurn(serving, [over(1n)])).toBeUndefined();
    expect(typesIn(serving.sent)).toEqual([...prelude, ...answer].map(({ type }) => type));
    expect(serving.outcomes).toMatchObject([{ ending: Ending.COMPLETED }]);
  });
});
