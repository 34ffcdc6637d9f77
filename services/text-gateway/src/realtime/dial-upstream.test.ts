import { expect, onTestFinished, test } from 'vitest';
import { createCandidate, createTestServing } from '../testing/test-serving.ts';
import { refuse, startUpstreamServer } from '../testing/upstream-server.ts';
import { createPools } from '../upstream-call/pools.ts';
import { dialInTurn } from './dial-upstream.ts';

test('who finds all credentials busy is told when the first of them is free again', async () => {
  const pools = createPools();
  const upstream = await startUpstreamServer();
  onTestFinished(async () => {
    await pools.close();
    upstream.stop();
  });
  const { context } = createTestServing({ pools, stream: true });
  const baseUrl = upstream.baseUrl(1n);
  const candidates = [createCandidate({ id: 1n, provider: 'openai', keys: ['a', 'b'], baseUrl })];
  const gone = new AbortController().signal;
  const dialling = { context, requestId: 'r', model: 'm', beta: undefined, gone, onDial: () => undefined };
  upstream.serve = (...call) =>
    refuse(429, { 'retry-after': upstream.calls.length === 1 ? '2' : '3600' })(...call);
  const result = await dialInTurn(dialling, candidates);
  expect(upstream.calls.map(({ key }) => key).sort()).toEqual(['a', 'b']);
  if (!('fault' in result)) throw new Error('nobody opened a session');
  expect(result.fault).toMatchObject({ status: 429, code: 'too_many_requests' });
  expect(result.fault.retryAfterMs).toBeGreaterThan(1_000);
  expect(result.fault.retryAfterMs).toBeLessThanOrEqual(2_000);
});
