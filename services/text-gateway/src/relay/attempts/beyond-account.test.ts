/** Requests that an account is too small for, and calls that a vendor gives up by itself. */
import { expect, test } from 'vitest';
import type { Candidate } from '../../catalog/catalog.ts';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing } from '../../testing/test-serving.ts';
import { wholeAnswer } from '../../testing/upstream-server.ts';
import { attemptInTurn } from './attempt-in-turn.ts';

const upstream = startUpstreamForEach();

function candidates(count: number): Candidate[] {
  return Array.from({ length: count }, (_, index) => {
    const id = BigInt(index + 1);
    return createCandidate({ id, baseUrl: upstream.baseUrl(id), priority: count - index });
  });
}

const prepare = () => createTestServing({ pools: upstream.pools, stream: false });

/** The first channel says so, the others serve. */
function refuseWith(status: number, error: object): void {
  upstream.serve = (request, response, channelId) => {
    if (channelId !== 1n) return wholeAnswer(request, response, channelId);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
  };
}

const limit = { type: 'tokens', code: 'rate_limit_exceeded' };
const tooLarge: [status: number, message: string][] = [
  [413, 'Request too large for model `m` on tokens per minute (TPM): Limit 6000, Requested 6294'],
  [429, 'Request too large for m on tokens per min (TPM): Limit 30000, Requested 30601.'],
];

test.each(tooLarge)('%i: what an account is too small for is served by another', async (status, message) => {
  refuseWith(status, { ...limit, message });
  expect(await attemptInTurn(prepare(), candidates(2))).toBeUndefined();
  expect(upstream.calls.map(({ channelId }) => channelId)).toEqual([1n, 2n]);
});

test.each(tooLarge)('%i: by nobody else, it is told, and others go on', async (status, message) => {
  refuseWith(status, { ...limit, message });
  const { context } = prepare();
  for (let count = 0; count < 6; count += 1)
    expect(await attemptInTurn({ ...prepare(), context }, candidates(1))).toMatchObject({
      ...limit,
      ...{ status: 413, message },
    });
  upstream.serve = wholeAnswer;
  expect(await attemptInTurn({ ...prepare(), context }, candidates(1))).toBeUndefined();
  expect(context.breaker.states()).toEqual({ open: 0, 'half-open': 0 });
});

test.each([
  [498, { message: 'Flex tier capacity exceeded.', code: 'capacity_exceeded' }],
  [499, { message: 'The operation was cancelled.', code: 499, status: 'CANCELLED' }],
])('%i is no refusal of a request: another channel serves it', async (status, error) => {
  refuseWith(status, error);
  expect(await attemptInTurn(prepare(), candidates(2))).toBeUndefined();
  expect(await attemptInTurn(prepare(), candidates(1))).toMatchObject({ status: 503 });
});

test('a tier that has no room says nothing of its credential', async () => {
  refuseWith(498, { message: 'Flex tier capacity exceeded.', code: 'capacity_exceeded' });
  const { context } = prepare();
  for (let count = 0; count < 6; count += 1) await attemptInTurn({ ...prepare(), context }, candidates(1));
  expect(context.breaker.states()).toEqual({ open: 0, 'half-open': 0 });
});
