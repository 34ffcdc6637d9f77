import { type sendUnaryData, status } from '@grpc/grpc-js';
import { fault } from '@headgate/proto/faults';
import {
  type DrawRequest,
  type DrawResponse,
  DrawResponse_Outcome,
  LedgerClient,
  LedgerService,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { FaultError } from '@headgate/runtime/errors';
import { connectRpc } from '@headgate/runtime/rpc/client';
import { toStatus } from '@headgate/runtime/rpc/fault-details';
import { startRpcServer } from '@headgate/runtime/rpc/server';
import { afterEach, expect, test } from 'vitest';
import { createSliceLedger } from './rpc-ledger.ts';
import type { SliceLedger } from './slices.ts';

const wish = { path: ['key:1'], drawNo: 7n, need: 1n, want: 2n };
const answer: DrawResponse = {
  outcome: DrawResponse_Outcome.GRANTED,
  grantedTotal: 5n,
  validForMs: 1_000,
  recallId: '',
  recalledRuns: [],
  lacking: ['key:1'],
};

const stops: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** A ledger that fails draws in these ways, one after the other, and then gives its answer. */
async function serve(
  failures: unknown[],
  then = answer,
): Promise<{ ledger: SliceLedger; drawNos: bigint[] }> {
  const drawNos: bigint[] = [];
  const draw = (call: { request: DrawRequest }, callback: sendUnaryData<DrawResponse>): void => {
    drawNos.push(call.request.drawNo);
    const failure = failures.shift();
    if (failure === undefined) callback(null, then);
    else callback(typeof failure === 'number' ? { code: failure } : toStatus(failure));
  };
  const server = await startRpcServer({ host: '127.0.0.1', port: 0 }, [
    { definition: { draw: LedgerService.draw }, implementation: { draw } },
  ]);
  const client = connectRpc(LedgerClient, `127.0.0.1:${server.port}`);
  stops.push(
    () => server.stop(0),
    () => client.close(),
  );
  return { ledger: createSliceLedger(client, 'run'), drawNos };
}

const lost = {
  UNAVAILABLE: status.UNAVAILABLE,
  CANCELLED: status.CANCELLED,
  DEADLINE_EXCEEDED: status.DEADLINE_EXCEEDED,
};

test.each(Object.entries(lost))(
  'a draw that ends %s under a replica of the ledger is repeated under its number',
  async (_name, code) => {
    const { ledger, drawNos } = await serve([code]);
    expect(await ledger.draw(wish)).toMatchObject({ outcome: 'granted', grantedTotal: 5n });
    expect(drawNos).toEqual([7n, 7n]);
  },
);

test('a repeated draw that is refused says that it was repeated', async () => {
  const { ledger } = await serve([status.UNAVAILABLE], { ...answer, outcome: DrawResponse_Outcome.EMPTY });
  expect(await ledger.draw(wish)).toEqual({ outcome: 'empty', lacking: ['key:1'], isRepeated: true });
  expect(await ledger.draw(wish)).toEqual({ outcome: 'empty', lacking: ['key:1'] });
});

test('a draw is repeated once', async () => {
  const { ledger, drawNos } = await serve([status.UNAVAILABLE, status.UNAVAILABLE]);
  await expect(ledger.draw(wish)).rejects.toThrow('UNAVAILABLE');
  expect(drawNos).toEqual([7n, 7n]);
});

test('what a ledger has answered is not asked again', async () => {
  const { ledger, drawNos } = await serve([new FaultError(fault('unknown_purse')), status.INTERNAL]);
  await expect(ledger.draw(wish)).rejects.toBeInstanceOf(FaultError);
  await expect(ledger.draw(wish)).rejects.toThrow('INTERNAL');
  expect(drawNos).toHaveLength(2);
});
