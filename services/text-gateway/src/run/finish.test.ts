import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { status } from '@grpc/grpc-js';
import { type Close, CloseBatch, Kind } from '@headgate/proto/gen/headgate/events/v1/events';
import {
  type FinishRunRequest,
  LedgerClient,
  LedgerService,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { billingStream, closesSubject } from '@headgate/proto/subjects';
import { createLog } from '@headgate/runtime/log';
import { ensureStream } from '@headgate/runtime/nats/stream';
import { connectRpc } from '@headgate/runtime/rpc/client';
import { unary } from '@headgate/runtime/rpc/handler';
import { type RpcServer, startRpcServer } from '@headgate/runtime/rpc/server';
import { startTestNatsServer, type TestNatsServer } from '@headgate/runtime/testing/nats-server';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { connect, type NatsConnection } from 'nats';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { encodeRecord } from '../journal/record.ts';
import { recoverRun } from '../journal/recover.ts';
import {
  closeOf,
  mustOpen,
  openAndClose,
  openTestJournal,
  segmentPaths,
  settle,
  testRun,
} from '../testing/journals.ts';
import { type FinishContext, finishDeadRun, finishDeadRuns } from './finish.ts';

const log = createLog('finish', 'silent');

let natsServer: TestNatsServer;
let nats: NatsConnection;
let ledgerServer: RpcServer;
let ledger: LedgerClient;
beforeAll(async () => {
  natsServer = await startTestNatsServer();
  nats = await connect({ servers: natsServer.url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
  await ensureStream(await nats.jetstreamManager(), billingStream);
  ledgerServer = await startRpcServer({ host: '127.0.0.1', port: 0 }, [
    {
      definition: { finishRun: LedgerService.finishRun },
      implementation: { finishRun: unary(log, (request: FinishRunRequest) => books.answer(request)) },
    },
  ]);
  ledger = connectRpc(LedgerClient, `127.0.0.1:${ledgerServer.port}`);
});
afterAll(async () => {
  ledger.close();
  await ledgerServer.stop(0);
  await nats.close();
  await natsServer.stop();
});

/** As much of a ledger as a run's end needs: books what arrives, and moves `applied` only by one. */
interface Books {
  applied: bigint;
  lastSeq: bigint;
  arrived: Close[];
  isDeaf: boolean;
  asked: bigint[];
  answer(request: FinishRunRequest): { appliedSeq: bigint; finished: boolean };
}
let books: Books;
let listening: { unsubscribe(): void };

function makeBooks(): Books {
  return {
    applied: 0n,
    lastSeq: 0n,
    arrived: [],
    isDeaf: false,
    asked: [],
    answer({ lastSeq }) {
      this.asked.push(lastSeq);
      if (this.isDeaf) throw Object.assign(new Error('no database'), { code: status.INTERNAL });
      if (lastSeq > this.lastSeq) this.lastSeq = lastSeq;
      const seqs = new Set(this.arrived.map(({ seq }) => seq));
      while (seqs.has(this.applied + 1n)) this.applied += 1n;
      return { appliedSeq: this.applied, finished: this.applied >= this.lastSeq };
    },
  };
}

let dir: string;
let stopping: AbortController;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'headgate-finish-'));
  stopping = new AbortController();
  const own = makeBooks();
  books = own;
  listening = nats.subscribe(closesSubject, {
    callback: (_error, { data }) => own.arrived.push(...CloseBatch.decode(data).closes),
  });
});
afterEach(() => {
  stopping.abort();
  listening.unsubscribe();
  rmSync(dir, { recursive: true, force: true });
});

async function finish(of: Partial<FinishContext> = {}): Promise<void> {
  const context = {
    ledger,
    jetstream: nats.jetstream(),
    log,
    signal: stopping.signal,
    resendAfterMs: 100,
    ...of,
  };
  await finishDeadRun(await recoverRun(dir, testRun), context);
}

/** What the ledger would have booked: the first of each id. */
function booked(): [string, Kind][] {
  return [...new Map(books.arrived.map(({ id, kind }) => [id, kind])).entries()];
}

const runDir = (): string => join(dir, testRun);

test('a run that the ledger has whole ends at once', async () => {
  const journal = openTestJournal(dir);
  openAndClose(journal, 'a');
  books.applied = 1n;
  await finish();
  expect(books).toMatchObject({ asked: [1n], arrived: [] });
  expect(existsSync(runDir())).toBe(false);
});

test('closes are sent and orphans closed, and the journal goes when the ledger has them', async () => {
  const journal = openTestJournal(dir);
  for (const id of ['a', 'b']) openAndClose(journal, id);
  mustOpen(journal, 'orphan');
  books.applied = 1n;
  const finishing = finish();
  await waitFor(() => books.arrived.length > 0, 'closes arrive');
  expect(existsSync(runDir())).toBe(true);
  await finishing;
  expect(booked()).toEqual([
    ['b', Kind.SETTLE],
    ['orphan', Kind.INTERRUPTED],
  ]);
  expect(books.lastSeq).toBe(3n);
  expect(existsSync(runDir())).toBe(false);
});

test('the orphan of a journal whose closes were all trimmed is booked', async () => {
  const journal = openTestJournal(dir);
  let last = mustOpen(journal, 'r');
  const firstSegment = last.segment;
  while (last.segment === firstSegment) {
    settle(journal, last, 'r');
    last = mustOpen(journal, 'orphan');
  }
  books.applied = journal.lastSeq();
  journal.trim(books.applied);
  await finish();
  expect(booked()).toEqual([['orphan', Kind.INTERRUPTED]]);
});

test('the orphan of a journal that knows less than the ledger is booked', async () => {
  const journal = openTestJournal(dir);
  openAndClose(journal, 'a');
  mustOpen(journal, 'orphan');
  books.applied = 9n;
  await finish();
  expect(books.arrived).toMatchObject([{ id: 'orphan', seq: 10n }]);
});

test('the orphan is booked although a dying process had finished the run at a lower number', async () => {
  const journal = openTestJournal(dir);
  openAndClose(journal, 'a');
  books.answer({ run: testRun, lastSeq: 1n });
  openAndClose(journal, 'b');
  mustOpen(journal, 'orphan');
  await finish();
  expect(books.asked.slice(0, 2), 'the ledger knows the last number before it gets a close').toEqual([
    1n,
    3n,
  ]);
  expect(booked().map(([id]) => id)).toEqual(['a', 'b', 'orphan']);
});

test('an orphan is sent although its number is applied meanwhile by a close that the disk lost', async () => {
  const journal = openTestJournal(dir);
  openAndClose(journal, 'a');
  mustOpen(journal, 'orphan');
  books.applied = 1n;
  const { publish } = nats.jetstream();
  let tries = 0;
  await finish({
    jetstream: {
      publish: (...message) => {
        tries += 1;
        if (tries > 1) return publish.apply(nats.jetstream(), message);
        books.applied = 9n;
        return Promise.reject(new Error('the stream is full'));
      },
    },
  });
  expect(booked()).toEqual([['orphan', Kind.INTERRUPTED]]);
});

test('a journal stays while the ledger waits for a number that a dying process told it', async () => {
  openAndClose(openTestJournal(dir), 'a');
  books.answer({ run: testRun, lastSeq: 5n });
  const finishing = finish();
  await waitFor(() => books.applied === 1n && books.asked.length > 4, 'the ledger was asked again');
  expect(existsSync(runDir())).toBe(true);
  // As when the run is reclaimed: it waits for nothing any more.
  books.lastSeq = 1n;
  await finishing;
  expect(existsSync(runDir())).toBe(false);
});

test('a ledger that says finished but lacks closes is sent them first', async () => {
  const journal = openTestJournal(dir);
  for (const id of ['a', 'b']) openAndClose(journal, id);
  const { answer } = books;
  books.answer = (request) => ({ ...answer.call(books, request), finished: true });
  await finish();
  expect(booked().map(([id]) => id)).toEqual(['a', 'b']);
});

test('a run whose journal lost a page ends, with all that is left', async () => {
  const journal = openTestJournal(dir);
  for (let count = 0; count < 1_000; count += 1) openAndClose(journal, `r${count}`);
  const [first = ''] = segmentPaths(dir);
  writeFileSync(first, readFileSync(first).fill(0, 4_096, 8_192));
  await finish();
  expect(books.applied).toBe(1_000n);
  expect(booked().map(([id]) => id)).toContain('r999');
  expect(existsSync(runDir())).toBe(false);
});

test('a run that lost more than can be filled is sent twice and left to be reclaimed', async () => {
  mkdirSync(runDir());
  writeFileSync(join(runDir(), '0000000007.segment'), encodeRecord('open', 100_000_000n, closeOf('orphan')));
  await finish();
  expect(books.arrived.map(({ id, seq }) => [id, seq])).toEqual([
    ['orphan', 100_000_001n],
    ['orphan', 100_000_001n],
  ]);
  expect(existsSync(runDir())).toBe(false);
});

test('closes that were lost on their way are sent again; the ledger may be away meanwhile', async () => {
  const journal = openTestJournal(dir);
  openAndClose(journal, 'a');
  books.isDeaf = true;
  const finishing = finish();
  await waitFor(() => books.asked.length > 0, 'the ledger is asked');
  books.isDeaf = false;
  await waitFor(() => books.arrived.length > 0, 'the close arrives');
  books.arrived = [];
  await finishing;
  expect(booked()).toEqual([['a', Kind.SETTLE]]);
});

test('what the ledger is still booking is not sent again', async () => {
  const journal = openTestJournal(dir);
  for (const id of ['a', 'b', 'c']) openAndClose(journal, id);
  books.answer = ({ lastSeq }) => {
    if (books.arrived.length > 0) books.applied += 1n;
    return { appliedSeq: books.applied, finished: books.applied >= lastSeq };
  };
  await finish({ resendAfterMs: 600 });
  expect(books.arrived.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});

test('a stop ends the work and leaves the journal to the next process', async () => {
  openAndClose(openTestJournal(dir), 'a');
  books.isDeaf = true;
  const finishing = finish();
  await waitFor(() => books.asked.length > 0, 'the ledger is asked');
  stopping.abort(new Error('stopped'));
  await expect(finishing).rejects.toThrow('stopped');
  expect(existsSync(runDir())).toBe(true);
});

test('of all runs in a directory the dead ones end; one that cannot be read stays and harms nobody', async () => {
  const own = testRun.replace('1', '9');
  const unreadable = testRun.replace('1', '2');
  openTestJournal(dir, { run: own });
  openAndClose(openTestJournal(dir), 'a');
  mkdirSync(join(dir, unreadable));
  mkdirSync(join(dir, unreadable, '0000000001.segment'));
  mkdirSync(join(dir, 'lost+found'));
  await finishDeadRuns(dir, own, {
    ledger,
    jetstream: nats.jetstream(),
    log,
    signal: stopping.signal,
    resendAfterMs: 100,
  });
  await waitFor(() => !existsSync(runDir()), 'the dead run is finished');
  expect([own, unreadable, 'lost+found'].map((name) => existsSync(join(dir, name)))).toEqual([
    true,
    true,
    true,
  ]);
});
