import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { status } from '@grpc/grpc-js';
import {
  type FinishRunRequest,
  LedgerClient,
  LedgerService,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { createLog } from '@headgate/runtime/log';
import { connectRpc } from '@headgate/runtime/rpc/client';
import { unary } from '@headgate/runtime/rpc/handler';
import { type RpcServer, startRpcServer } from '@headgate/runtime/rpc/server';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { mustOpen, openAndClose, openTestJournal, settle, testRun } from '../testing/journals.ts';
import { finishOwnRun, type OwnRun } from './finish-own.ts';

const log = createLog('finish', 'silent');

/** As much of a ledger as a run's end needs. */
const books = { applied: 0n, isAway: false, asked: 0 };

let server: RpcServer;
let ledger: LedgerClient;
beforeAll(async () => {
  const finishRun = unary(log, async ({ lastSeq }: FinishRunRequest) => {
    books.asked += 1;
    if (books.isAway) throw Object.assign(new Error('no database'), { code: status.INTERNAL });
    return { appliedSeq: books.applied, finished: books.applied >= lastSeq };
  });
  server = await startRpcServer({ host: '127.0.0.1', port: 0 }, [
    { definition: { finishRun: LedgerService.finishRun }, implementation: { finishRun } },
  ]);
  ledger = connectRpc(LedgerClient, `127.0.0.1:${server.port}`);
});
afterAll(async () => {
  ledger.close();
  await server.stop(0);
});

let dir: string;
/** From which numbers it was asked to send again. */
let resent: bigint[];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'headgate-finish-own-'));
  resent = [];
  Object.assign(books, { applied: 0n, isAway: false, asked: 0 });
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function ownRun(of: Partial<OwnRun> = {}): OwnRun {
  return {
    run: testRun,
    ledger,
    journal: openTestJournal(dir),
    publisher: {
      publish: () => undefined,
      resend: (appliedSeq) => void resent.push(appliedSeq),
      connected: () => undefined,
      disconnected: () => undefined,
      sentSeq: () => 0n,
    },
    slices: { returnAll: async () => undefined },
    log,
    resendAfterMs: 60_000,
    ...of,
  };
}

const inAWhile = (): number => performance.now() + 60_000;
const isLeft = (): boolean => existsSync(join(dir, testRun));

test('a run ends, and its journal goes, when all of it is booked', async () => {
  const own = ownRun();
  openAndClose(own.journal, 'a');
  const finishing = finishOwnRun(own, inAWhile());
  await waitFor(() => books.asked > 2, 'the ledger is asked again');
  expect(isLeft()).toBe(true);
  books.applied = 1n;
  await finishing;
  expect(isLeft()).toBe(false);
});

test('requests that are open are waited for', async () => {
  const own = ownRun();
  const request = mustOpen(own.journal, 'a');
  const finishing = finishOwnRun(own, inAWhile());
  settle(own.journal, request, 'a');
  books.applied = 1n;
  await finishing;
  expect(isLeft()).toBe(false);
});

test('a ledger that is away is asked until it is back', async () => {
  const own = ownRun();
  openAndClose(own.journal, 'a');
  Object.assign(books, { applied: 1n, isAway: true });
  const finishing = finishOwnRun(own, inAWhile());
  await waitFor(() => books.asked > 2, 'the ledger is asked again');
  books.isAway = false;
  await finishing;
  expect(isLeft()).toBe(false);
});

test('what has not left is sent; what has left and is lost on its way is sent again', async () => {
  const waiting = ownRun();
  openAndClose(waiting.journal, 'a');
  const finishing = finishOwnRun(waiting, inAWhile());
  await waitFor(() => resent.length > 0, 'it is sent');
  books.applied = 1n;
  await finishing;
  rmSync(dir, { recursive: true });
  Object.assign(books, { applied: 0n });
  resent = [];
  const own = ownRun({ resendAfterMs: 100 });
  own.publisher.sentSeq = () => own.journal.lastSeq();
  openAndClose(own.journal, 'a');
  const again = finishOwnRun(own, inAWhile());
  await waitFor(() => resent.length > 1, 'it is sent again and again');
  books.applied = 1n;
  await again;
  expect(resent.slice(0, 2)).toEqual([0n, 0n]);
});

test('what is on its way goes on from where it stands: a long journal is not begun anew at each question', async () => {
  const own = ownRun();
  openAndClose(own.journal, 'a');
  openAndClose(own.journal, 'b');
  own.publisher.sentSeq = () => 1n;
  const finishing = finishOwnRun(own, inAWhile());
  await waitFor(() => resent.length > 1, 'it is sent on');
  books.applied = 2n;
  await finishing;
  expect(new Set(resent)).toEqual(new Set([1n]));
});

test('at its deadline a run is left with its journal', async () => {
  const own = ownRun();
  openAndClose(own.journal, 'a');
  await finishOwnRun(own, performance.now() + 300);
  expect(isLeft()).toBe(true);
  expect(books.asked).toBeGreaterThan(0);
});
