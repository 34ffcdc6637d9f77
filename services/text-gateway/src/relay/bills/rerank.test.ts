/** Rankings, of which not every upstream counts what it read. */
import { UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import { Operation, Dialect as WireDialect } from '@headgate/proto/gen/headgate/text/v1/text';
import { describe, expect, test } from 'vitest';
import { findSurface } from '../../surfaces/index.ts';
import { readRequest } from '../../surfaces/rerank/request.ts';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing } from '../../testing/test-serving.ts';
import { attemptInTurn } from '../attempts/attempt-in-turn.ts';
import { billSearches } from './bill-searches.ts';
import { estimateWorstCase } from './estimate.ts';

const upstream = startUpstreamForEach();

const body = { model: 'm', query: 'four', documents: ['a', 'b', 'c'] };
/** The body, and the query in its quotes once more for all documents but one, at four bytes to a token. */
const estimate = Math.ceil((JSON.stringify(body).length + 2 * '"four"'.length) / 4);

async function rank(answer: object) {
  const client = findSurface(WireDialect.UNSPECIFIED, Operation.RERANK);
  if (!client) throw new Error('there are no rankings');
  upstream.serve = (_request, response) => void response.end(JSON.stringify({ results: [], ...answer }));
  const serving = createTestServing({ pools: upstream.pools, stream: false, client, body });
  const over = createCandidate({ id: 1n, baseUrl: upstream.baseUrl(1n) });
  expect(await attemptInTurn(serving, [over])).toBeUndefined();
  return serving.outcomes;
}

test.each([
  {},
  { usage: null },
  { usage: { prompt_tokens: 0, total_tokens: 0 } },
  { meta: { api_version: null, billed_units: null, tokens: null } },
  { meta: { billed_units: { search_units: 0, total_tokens: 0 }, tokens: { input_tokens: 0 } } },
])('what was not counted is estimated by its size: %j', async (answer) => {
  expect(await rank(answer)).toMatchObject([
    { usage: { inputFresh: estimate, outputVisible: 0 }, source: UsageSource.ESTIMATED },
  ]);
});

test.each([
  [{ usage: { total_tokens: 3 } }, 3],
  [{ results: undefined, data: [], usage: { total_tokens: 3 } }, 3],
  [{ meta: { billed_units: { search_units: 1 } } }, 0],
])('what was counted is billed: %j', async (answer, inputFresh) => {
  expect(await rank(answer)).toMatchObject([{ usage: { inputFresh }, source: UsageSource.UPSTREAM }]);
});

test.each([
  [{ meta: { billed_units: { search_units: 1 } } }, 1],
  [{ meta: { billed_units: { search_units: 7 } } }, 7],
  [{ meta: { billed_units: { search_units: 3, total_tokens: 40 } } }, 3],
  [{ usage: { cost: 0.006, search_units: 3 } }, 3],
  [{ usage: { cost: 0.006, search_units: 3, total_tokens: 40 } }, 3],
])('each search that was counted is a call: %j', async (answer, calls) => {
  expect(await rank(answer)).toMatchObject([{ usage: { calls }, source: UsageSource.UPSTREAM }]);
});

describe('a ranking of which its upstream counts the searches alone', () => {
  const searches = { meta: { billed_units: { search_units: 7 } } };
  const row = { model: 'm', group: 'default', input: 0n, output: 0n, call: 0n, metered: [] };

  test.each([
    ['tokens alone', { input: 2n }, estimate, UsageSource.ESTIMATED],
    ['calls alone', { call: 5n }, 0, UsageSource.UPSTREAM],
    ['tokens and calls', { input: 2n, call: 5n }, 0, UsageSource.UPSTREAM],
    ['nothing', {}, 0, UsageSource.UPSTREAM],
  ])('costs by a row that prices %s', async (_what, priced, inputFresh, source) => {
    const [outcome] = await rank(searches);
    if (!outcome) throw new Error('nothing was settled');
    const { usage, source: by } = billSearches(outcome, { ...row, ...priced });
    expect({ usage, source: by }).toMatchObject({ usage: { inputFresh, calls: 7 }, source });
  });

  test('costs the tokens that were counted beside them, where they were', async () => {
    const [outcome] = await rank({ meta: { billed_units: { search_units: 7, total_tokens: 40 } } });
    if (!outcome) throw new Error('nothing was settled');
    expect(billSearches(outcome, { ...row, input: 2n })).toBe(outcome);
  });
});

test.each([
  [1, 1n],
  [100, 1n],
  [101, 2n],
  [1_000, 10n],
])('for %d documents as many searches are held as they take', (count, calls) => {
  const documents = Array.from({ length: count }, () => 'a');
  const { size } = readRequest(Buffer.from(JSON.stringify({ ...body, documents })));
  expect(estimateWorstCase(size, { maxOutput: 1n, maxImageTokens: 1n }).calls).toBe(calls);
});
