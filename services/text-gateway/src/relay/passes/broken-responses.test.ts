/** How a response ends whose upstream broke off in the middle of it. */
import type { ServerResponse } from 'node:http';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { expect, test } from 'vitest';
import { parseJson } from '../../json/parse.ts';
import { createSseSplitter } from '../../sse.ts';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing } from '../../testing/test-serving.ts';
import { attemptInTurn } from '../attempts/attempt-in-turn.ts';

const upstream = startUpstreamForEach();

const response = { id: 'resp_1', object: 'response', status: 'in_progress', model: 'own', output: [] };
const item = { type: 'message', id: 'msg_1', role: 'assistant', content: [] };
const passed = [
  { type: 'response.created', sequence_number: 0, response },
  { type: 'response.output_item.added', sequence_number: 1, output_index: 0, item },
];
const failed = { ...response, status: 'failed', error: { code: 'server_error', message: 'At 10.0.0.1' } };
const converted = [
  { type: 'message_start', message: { id: 'msg_1', model: 'own', usage: { input_tokens: 9 } } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi' } },
];

const write = (event: { type: string }) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

test.each([
  ['passed', 'openai', passed, []],
  ['passed, and the upstream says why', 'openai', passed, [{ type: 'response.failed', response: failed }]],
  ['converted', 'anthropic', converted, []],
])(
  '%s: an error is said, and that the response which was begun has failed',
  async (_, provider, events, end) => {
    upstream.serve = async (_request: unknown, to: ServerResponse) => {
      to.writeHead(200, { 'content-type': 'text/event-stream' });
      to.write(events.map(write).join(''));
      await waitFor(() => serving.sent !== '', 'the beginning has arrived');
      to.end(end.map(write).join(''));
    };
    const body = { model: 'm', stream: true, input: 'Hi' };
    const serving = createTestServing({ pools: upstream.pools, stream: true, client: 'responses', body });
    const over = createCandidate({ id: 1n, baseUrl: upstream.baseUrl(1n), provider, keys: ['key'] });
    await attemptInTurn(serving, [over]);

    const said = createSseSplitter(100_000)
      .push(Buffer.from(serving.sent))
      .map(({ data }) => parseJson(data.toString()));
    const { id } = (said[0] as { response: { id: string } }).response;
    const message = 'The answer broke off.';
    expect(said.slice(-2)).toEqual([
      { type: 'error', code: 'upstream_cut', message, param: null, sequence_number: 0 },
      {
        type: 'response.failed',
        sequence_number: 0,
        response: expect.objectContaining({
          ...{ id, object: 'response', status: 'failed', model: 'm', output: [], usage: null },
          error: { code: 'server_error', message },
        }),
      },
    ]);
    expect(serving.sent).not.toContain('10.0.0.1');
  },
);
