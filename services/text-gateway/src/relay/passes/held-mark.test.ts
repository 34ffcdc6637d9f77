/** Upstreams that keep the connection open behind `[DONE]`. */
import { expect, test } from 'vitest';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing } from '../../testing/test-serving.ts';
import { attemptInTurn } from '../attempts/attempt-in-turn.ts';

const upstream = startUpstreamForEach();
const over = (id: bigint) => createCandidate({ id, baseUrl: upstream.baseUrl(id) });

const roleAlone = 'data: {"choices":[{"index":0,"delta":{"role":"assistant"},"finish_reason":null}]}\n\n';

test.each([
  ['chat-completions', ''],
  ['chat-completions', roleAlone],
  ['messages', ''],
  ['messages', roleAlone],
] as const)(
  'to %s, a mark behind no answer is its end where the connection stays: %j',
  async (client, begun) => {
    upstream.serve = (_request, response, channelId) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const choices = [{ index: 0, delta: { content: 'Hello' }, finish_reason: 'stop' }];
      const said = `data: ${JSON.stringify({ choices })}\n\n`;
      response.write(`${channelId === 1n ? begun : said}data: [DONE]\n\n`);
    };
    const body = { model: 'm', stream: true, max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] };
    const serving = createTestServing({ pools: upstream.pools, stream: true, client, body });
    const second = createCandidate({ id: 2n, baseUrl: upstream.baseUrl(2n), priority: -1 });
    expect(await attemptInTurn(serving, [over(1n), second])).toBeUndefined();
    expect(serving.sent).toContain('Hello');
  },
  10_000,
);
