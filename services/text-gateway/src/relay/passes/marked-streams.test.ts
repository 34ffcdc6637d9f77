/** A byte order mark before events, which readers of events skip. */
import { Ending } from '@headgate/proto/gen/headgate/events/v1/events';
import { expect, test } from 'vitest';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing } from '../../testing/test-serving.ts';
import { attemptInTurn } from '../attempts/attempt-in-turn.ts';

const upstream = startUpstreamForEach();

const said = { choices: [{ index: 0, delta: { content: 'Hello' }, finish_reason: null }] };
const stop = {
  choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 5, total_tokens: 8 },
};
const events = `\ufeffdata: ${JSON.stringify(said)}\n\ndata: ${JSON.stringify(stop)}\n\ndata: [DONE]\n\n`;
const types = ['text/event-stream', 'application/json', 'text/plain', undefined];
const cuts = [0, 1, 2, 3, 5];
const clients = ['chat-completions', 'messages'] as const;
const body = { model: 'm', max_tokens: 9, stream: true, messages: [{ role: 'user', content: 'Hi' }] };
const over = (id: bigint) => createCandidate({ id, baseUrl: upstream.baseUrl(id) });

test.each(clients.flatMap((client) => types.map((type) => [client, type] as const)))(
  'to %s, events called %s are read behind it, wherever it is cut',
  async (client, type) => {
    for (const cut of cuts) {
      const bytes = Buffer.from(events);
      upstream.serve = (_request, response) => {
        response.writeHead(200, type === undefined ? {} : { 'content-type': type });
        response.write(bytes.subarray(0, cut));
        setImmediate(() => response.end(bytes.subarray(cut)));
      };
      const serving = createTestServing({ pools: upstream.pools, stream: true, client, body });
      expect(await attemptInTurn(serving, [over(1n)])).toBeUndefined();
      expect(serving.sent).toContain('Hello');
      expect(serving.outcomes).toMatchObject([{ ending: Ending.COMPLETED, usage: { inputFresh: 3 } }]);
    }
  },
);

test.each(clients)('to %s, an error in JSON behind it is one, where events were promised', async (client) => {
  upstream.serve = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end('\ufeff{"error":{"code":400,"message":"It is too long"}}');
  };
  const serving = createTestServing({ pools: upstream.pools, stream: true, client, body });
  expect(await attemptInTurn(serving, [over(1n), over(2n)])).toMatchObject({
    status: 400,
    message: 'It is too long',
  });
});
