import { Catalog as CatalogMessage } from '@headgate/proto/gen/headgate/account/v1/account';
import { expect, onTestFinished, test } from 'vitest';
import { type Candidate, indexCatalog } from '../catalog/catalog.ts';
import { createRetryBudget } from '../health/retry-budget.ts';
import { createCandidate, createTestServing } from '../testing/test-serving.ts';
import { refuse, startUpstreamServer } from '../testing/upstream-server.ts';
import { createPools } from '../upstream-call/pools.ts';
import { dialInTurn } from './dial-upstream.ts';

async function prepare() {
  const pools = createPools();
  const upstream = await startUpstreamServer();
  onTestFinished(async () => {
    await pools.close();
    upstream.stop();
  });
  const { context } = createTestServing({ pools, stream: true });
  const gone = new AbortController().signal;
  const asked = { requestId: 'r', model: 'm', beta: undefined };
  const dialling = { ...asked, context, catalogVersion: 1n, gone, onDial: () => undefined };
  const models = [{ name: 'm', upstream: 'm', priceModel: 'm' }];
  const candidateOf = (id: bigint, keys = ['key']) =>
    createCandidate({ id, provider: 'openai', keys, models, baseUrl: upstream.baseUrl(id) });
  return { upstream, dialling, candidateOf };
}

test('a fallback is dialled behind as many channels as are tried, as for requests', async () => {
  const { upstream, dialling, candidateOf } = await prepare();
  upstream.serve = refuse(500);
  const fallback = { ...candidateOf(9n), rung: 1 };
  await dialInTurn(dialling, [1n, 2n, 3n, 4n].map((id) => candidateOf(id)).concat(fallback));
  expect(upstream.calls).toHaveLength(4);
  expect(upstream.calls.at(-1)?.channelId).toBe(9n);
});

test('who finds all credentials busy is told when the first of them is free again', async () => {
  const { upstream, dialling, candidateOf } = await prepare();
  upstream.serve = (...call) =>
    refuse(429, { 'retry-after': upstream.calls.length === 1 ? '2' : '3600' })(...call);
  const result = await dialInTurn(dialling, [candidateOf(1n, ['a', 'b'])]);
  expect(upstream.calls.map(({ key }) => key).sort()).toEqual(['a', 'b']);
  if (!('fault' in result)) throw new Error('nobody opened a session');
  expect(result.fault).toMatchObject({ status: 429, code: 'too_many_requests' });
  expect(result.fault.retryAfterMs).toBeGreaterThan(1_000);
  expect(result.fault.retryAfterMs).toBeLessThanOrEqual(2_000);
});

test('another credential of the only channel is dialled where the first one comes to nothing, each once', async () => {
  const { upstream, dialling, candidateOf } = await prepare();
  upstream.serve = refuse(500);
  await dialInTurn(dialling, [candidateOf(1n, ['a', 'b'])]);
  expect(upstream.calls.map(({ key }) => key).sort()).toEqual(['a', 'b']);
});

test('further dials of all sessions together are few when nobody opens one', async () => {
  const { upstream, dialling, candidateOf } = await prepare();
  upstream.serve = refuse(500);
  dialling.context.retryBudget = createRetryBudget({ share: 0.2, reserve: 4, now: () => 0 });
  for (let count = 0; count < 20; count += 1) await dialInTurn(dialling, [candidateOf(1n, ['a', 'b', 'c'])]);
  // The reserve, and one for every five.
  expect(upstream.calls.length - 20).toBeGreaterThanOrEqual(6);
  expect(upstream.calls.length - 20).toBeLessThanOrEqual(8);
});

test('other channels are dialled before another credential of one that failed', async () => {
  const { upstream, dialling, candidateOf } = await prepare();
  upstream.serve = refuse(500);
  await dialInTurn(dialling, [candidateOf(1n, ['a', 'b']), candidateOf(2n)]);
  const dialled = upstream.calls.map(({ channelId }) => channelId);
  expect(dialled.slice(0, 2).sort()).toEqual([1n, 2n]);
  expect(dialled.slice(2)).toEqual([1n]);
});

const newer = (...served: Candidate[]) =>
  indexCatalog(2n, CatalogMessage.fromPartial({ channels: served.map(({ channel }) => channel) }));

test.each([
  ['is switched off', undefined, [1n]],
  ['has its key exchanged', ['another'], [1n]],
  ['stays as it is', ['key'], [1n, 2n]],
])('a channel that %s while another is dialled', async (_, keys, dialled) => {
  const { upstream, dialling, candidateOf } = await prepare();
  const { context } = dialling;
  upstream.serve = (...call) => {
    const left = newer(candidateOf(1n), ...(keys ? [candidateOf(2n, keys)] : []));
    context.catalog = { current: () => left };
    refuse(500)(...call);
  };
  const [first, second] = [candidateOf(1n), candidateOf(2n)];
  first.channel.priority = 1;
  await dialInTurn(dialling, [first, second]);
  expect(upstream.calls.map(({ channelId }) => channelId)).toEqual(dialled);
});

test('where none is left nobody is dialled, and the client is not told to wait', async () => {
  const { upstream, dialling, candidateOf } = await prepare();
  dialling.context.catalog = { current: () => newer() };
  const result = await dialInTurn(dialling, [candidateOf(1n)]);
  expect(result).toMatchObject({ fault: { status: 503, code: 'model_not_found' } });
  expect(upstream.calls).toEqual([]);
});
