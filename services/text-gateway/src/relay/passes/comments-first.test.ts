/** Comments with which proxies bridge the time until an upstream says something: they are no answer yet. */
import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import { Operation, Dialect as WireDialect } from '@headgate/proto/gen/headgate/text/v1/text';
import { expect, test } from 'vitest';
import { findSurface } from '../../surfaces/index.ts';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing } from '../../testing/test-serving.ts';
import { chunk } from '../../testing/upstream-server.ts';
import { attemptInTurn } from '../attempts/attempt-in-turn.ts';

const upstream = startUpstreamForEach();

const comment = ': OPENROUTER PROCESSING\n\n';
const error = 'data: {"error":{"code":502,"message":"The provider is down."}}\n\n';
const over = (id: bigint) => createCandidate({ id, baseUrl: upstream.baseUrl(id), priority: -Number(id) });

/** One piece after the other, so that each is read by itself. */
async function say(response: ServerResponse, pieces: readonly string[]): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const piece of pieces) {
    response.write(piece);
    await setTimeout(20);
  }
  response.end();
}

test('an upstream that fails behind a comment is left for the next, and the comments of who serves pass', async () => {
  const answer = [comment, comment, chunk, 'data: [DONE]\n\n'];
  upstream.serve = (_request, response, channelId) =>
    void say(response, channelId === 1n ? [comment, error] : answer);
  const serving = createTestServing({ pools: upstream.pools, stream: true });
  expect(await attemptInTurn(serving, [over(1n), over(2n)])).toBeUndefined();
  expect(upstream.calls).toHaveLength(2);
  expect(serving.sent).toBe(answer.join(''));
});

test('comments that go on for long pass: a client is not to wait in silence', async () => {
  upstream.serve = (_request, response) => void say(response, [comment, comment, error]);
  const env = { HEADGATE_KEEP_ALIVE_MS: '10' };
  const serving = createTestServing({ pools: upstream.pools, stream: true, env });
  expect(await attemptInTurn(serving, [over(1n), over(2n)])).toBeUndefined();
  expect(upstream.calls).toHaveLength(1);
  expect(serving.sent).toContain(comment + comment);
  expect(serving.outcomes).toMatchObject([{ source: UsageSource.NONE }]);
});

test('speech of which nothing came but comments costs nothing', async () => {
  upstream.serve = (_request, response) => void say(response, [comment, comment, error]);
  const client = findSurface(WireDialect.CHAT_COMPLETIONS, Operation.SPEAK);
  if (!client) throw new Error('nobody speaks');
  const body = { model: 'm', input: 'Hello', stream_format: 'sse' };
  const env = { HEADGATE_KEEP_ALIVE_MS: '10' };
  const serving = createTestServing({ pools: upstream.pools, stream: true, client, body, env });
  expect(await attemptInTurn(serving, [over(1n)])).toBeUndefined();
  expect(serving.sent).toContain(comment + comment);
  expect(serving.outcomes).toMatchObject([{ source: UsageSource.NONE }]);
});
