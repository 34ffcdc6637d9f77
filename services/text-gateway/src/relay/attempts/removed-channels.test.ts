/** Channels that a newer catalog does not have any more, while a request is on its way to them. */
import { Catalog as CatalogMessage } from '@headgate/proto/gen/headgate/account/v1/account';
import { expect, test } from 'vitest';
import { type Candidate, type Catalog, indexCatalog } from '../../catalog/catalog.ts';
import { createCooling } from '../../health/cooling.ts';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing } from '../../testing/test-serving.ts';
import { refuse, wholeAnswer } from '../../testing/upstream-server.ts';
import { attemptInTurn } from './attempt-in-turn.ts';

const upstream = startUpstreamForEach();

const models = [{ name: 'm', upstream: 'm', priceModel: 'm' }];

type Change = Partial<{ keys: string[]; models: typeof models }>;

/** Three channels, the first with the highest priority; what a catalog says of the second may change. */
function candidates(change: Change = {}): [Candidate, Candidate, Candidate] {
  const of = (id: bigint, changed: Change = {}) =>
    createCandidate({ id, baseUrl: upstream.baseUrl(id), priority: -Number(id), models, ...changed });
  return [of(1n), of(2n, change), of(3n)];
}

function catalogOf(version: bigint, served: readonly Candidate[]): Catalog {
  return indexCatalog(
    version,
    CatalogMessage.fromPartial({ channels: served.map(({ channel }) => channel) }),
  );
}

/** A request that was admitted under the first catalog, of a process whose catalog changes. */
function prepare() {
  const serving = createTestServing({ pools: upstream.pools, stream: false });
  const world = { catalog: catalogOf(1n, candidates()) };
  serving.catalogVersion = 1n;
  serving.context.catalog = { current: () => world.catalog };
  return { serving, world };
}

test.each<[string, () => readonly Candidate[], bigint[]]>([
  ['is removed', () => candidates().toSpliced(1, 1), [1n, 3n]],
  ['has its key exchanged', () => candidates({ keys: ['another'] }), [1n, 3n]],
  ['gives the model up', () => candidates({ models: [] }), [1n, 3n]],
  ['stays as it is', candidates, [1n, 2n]],
])('a channel that %s while another is asked', async (_, left, called) => {
  const { serving, world } = prepare();
  upstream.serve = (request, response, channelId) => {
    world.catalog = catalogOf(2n, left());
    (channelId === 1n ? refuse(500) : wholeAnswer)(request, response, channelId);
  };
  expect(await attemptInTurn(serving, candidates())).toBeUndefined();
  expect(upstream.calls.map(({ channelId }) => channelId)).toEqual(called);
});

test('where none is left nobody is asked, and the client is not told to try again at once', async () => {
  const { serving, world } = prepare();
  world.catalog = catalogOf(2n, []);
  expect(await attemptInTurn(serving, candidates())).toMatchObject({ code: 'model_not_found' });
  expect(upstream.calls).toEqual([]);
});

test('what the last one said who was asked is what is told where those behind it are gone', async () => {
  const { serving, world } = prepare();
  upstream.serve = (...call) => {
    world.catalog = catalogOf(2n, candidates().slice(0, 1));
    refuse(429, { 'retry-after': '7' })(...call);
  };
  // What passes until it is told would be left out.
  serving.context.cooling = createCooling(() => 0);
  expect(await attemptInTurn(serving, candidates())).toMatchObject({ status: 429, retryAfterMs: 7_000 });
  expect(upstream.calls).toHaveLength(1);
});
