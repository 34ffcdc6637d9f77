/** How much of an upstream's answer is held at most. */
import { Ending, UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCandidate, createTestServing, type TestServing } from '../testing/test-serving.ts';
import { chunk, startUpstreamServer, streamOf, type UpstreamServer } from '../testing/upstream-server.ts';
import { createPools, type Pools } from '../upstream-call/pools.ts';
import { attemptInTurn } from './attempts.ts';

const limitBytes = 64 * 1024 * 1024;

let upstream: UpstreamServer;
let pools: Pools;
beforeEach(async () => {
  pools = createPools();
  upstream = await startUpstreamServer();
});
afterEach(async () => {
  await pools.close();
  upstream.stop();
});

function serve(serving: TestServing) {
  return attemptInTurn(serving, [createCandidate({ id: 1n, baseUrl: upstream.baseUrl(1n) })]);
}

function answerOf(sizeBytes: number): string {
  const [before, after] = ['{"choices":[{}],"x":"', '"}'];
  return before + 'x'.repeat(sizeBytes - before.length - after.length) + after;
}

test('a whole answer of 64 MB passes', async () => {
  upstream.serve = (_request, response) => response.end(answerOf(limitBytes));
  const serving = createTestServing({ pools, stream: false });
  expect(await serve(serving)).toBeUndefined();
  expect(serving.sent).toHaveLength(limitBytes);
});

test('a whole answer above 64 MB cannot be used', async () => {
  upstream.serve = (_request, response) => response.end(answerOf(limitBytes + 1));
  const serving = createTestServing({ pools, stream: false });
  expect(await serve(serving)).toMatchObject({ code: 'bad_response_body' });
  expect(serving).toMatchObject({ sent: '', outcomes: [] });
});

test('what is above 64 MB is asked of nobody else: it would be paid for twice, and be as large', async () => {
  upstream.serve = (_request, response) => response.end(answerOf(limitBytes + 1));
  const candidates = [1n, 2n].map((id) => createCandidate({ id, baseUrl: upstream.baseUrl(id) }));
  const serving = createTestServing({ pools, stream: false });
  expect(await attemptInTurn(serving, candidates)).toMatchObject({ code: 'bad_response_body' });
  expect(upstream.calls).toHaveLength(1);
});

test('a frame above 64 MB breaks its stream off', async () => {
  upstream.serve = streamOf(chunk, `data: ${'x'.repeat(limitBytes)}`);
  const serving = createTestServing({ pools, stream: true });
  void serve(serving);
  await waitFor(() => serving.isEnded, 'the stream is broken off', { timeoutMs: 10_000 });
  expect(serving.sent.startsWith(`${chunk}data: {"error":{`)).toBe(true);
  expect(serving.outcomes).toMatchObject([{ ending: Ending.BROKEN, source: UsageSource.ESTIMATED }]);
});
