import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Close, Ending, Kind } from '@headgate/proto/gen/headgate/events/v1/events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Journal, openJournal } from './journal.ts';
import { lockJournal } from './lock.ts';
import { findDeadRuns, recoverRun } from './recover.ts';

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'headgate-journal-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const segmentBytes = 64 * 1024;

function open(run = 'run', maxBytes = 64 * segmentBytes): Journal {
  return openJournal({ dir, run, segmentBytes, maxBytes });
}

function closeOf(id: string): Close {
  return Close.fromPartial({
    id,
    run: 'run',
    path: ['key:1', 'user:1'],
    reserved: 7n,
    kind: Kind.INTERRUPTED,
  });
}

function openAndClose(journal: Journal, id: string): void {
  const request = journal.open(closeOf(id));
  if (!request) throw new Error('no room');
  journal.close(request, { ...closeOf(id), kind: Kind.SETTLE, consumed: 3n });
}

function segments(run = 'run'): string[] {
  return readdirSync(join(dir, run)).sort();
}

test('closes are numbered from 1 without gaps and can be read again', () => {
  const journal = open();
  for (const id of ['a', 'b', 'c']) openAndClose(journal, id);
  expect(journal.readCloses(0n, 10).map(({ id, seq }) => [id, seq])).toEqual([
    ['a', 1n],
    ['b', 2n],
    ['c', 3n],
  ]);
  expect(journal.readCloses(1n, 1).map(({ id }) => id)).toEqual(['b']);
});

test('recovery finds every close and closes every orphan as interrupted, twice the same', () => {
  const journal = open();
  openAndClose(journal, 'a');
  journal.open(closeOf('orphan-1'));
  openAndClose(journal, 'b');
  journal.open(closeOf('orphan-2'));

  const first = recoverRun(dir, 'run');
  expect(first.closes.map(({ id, seq, kind, ending }) => [id, seq, kind, ending])).toEqual([
    ['a', 1n, Kind.SETTLE, Ending.UNSPECIFIED],
    ['b', 2n, Kind.SETTLE, Ending.UNSPECIFIED],
    ['orphan-1', 3n, Kind.INTERRUPTED, Ending.INTERRUPTED],
    ['orphan-2', 4n, Kind.INTERRUPTED, Ending.INTERRUPTED],
  ]);
  expect(first).toMatchObject({ lastSeq: 4n, interrupted: 2 });
  const second = recoverRun(dir, 'run');
  expect(second.closes).toEqual(first.closes);
  expect(second.interrupted).toBe(0);
});

test('a torn last record is as if it had never been written', () => {
  const journal = open();
  openAndClose(journal, 'a');
  const path = join(dir, 'run', segments()[0] ?? '');
  const used = readFileSync(path).findLastIndex((byte) => byte !== 0) + 1;
  for (const cut of [1, 5, 20]) {
    const torn = Buffer.from(readFileSync(path));
    torn.fill(0, used - cut);
    writeFileSync(path, torn);
    expect(recoverRun(dir, 'run').closes.map(({ id, kind }) => [id, kind])).toEqual([
      ['a', Kind.INTERRUPTED],
    ]);
    for (const name of segments().slice(1)) rmSync(join(dir, 'run', name));
  }
  truncateSync(path, 3);
  expect(recoverRun(dir, 'run')).toMatchObject({ closes: [], lastSeq: 0n });
});

test('recovery looks at other runs only', () => {
  open('dead');
  open('mine');
  expect(findDeadRuns(dir, 'mine')).toEqual(['dead']);
});

describe('room', () => {
  test('whoever could open can close, although nobody else can open any more', () => {
    const journal = open('run', 2 * segmentBytes);
    const requests = [];
    for (;;) {
      const request = journal.open(closeOf(`r${requests.length}`));
      if (!request) break;
      requests.push(request);
    }
    expect(requests.length).toBeGreaterThan(50);
    expect(journal.hasRoom()).toBe(false);
    for (const request of requests)
      journal.close(request, { ...closeOf(request.id), model: 'm'.repeat(400) });
    expect(journal.readCloses(0n, 10_000)).toHaveLength(requests.length);
    expect(recoverRun(dir, 'run')).toMatchObject({ interrupted: 0 });
  });

  test('comes back when the ledger has booked', () => {
    const journal = open('run', 3 * segmentBytes);
    for (let count = 0; ; count += 1) {
      const request = journal.open(closeOf(`r${count}`));
      if (!request) break;
      journal.close(request, closeOf(request.id));
    }
    expect(journal.hasRoom()).toBe(false);
    journal.trim(journal.lastSeq());
    expect(journal.open(closeOf('admitted'))).toBeDefined();
  });

  test('a record that no segment could hold is refused', () => {
    expect(open().open({ ...closeOf('a'), model: 'm'.repeat(20_000) })).toBeUndefined();
  });
});

describe('trimming', () => {
  function fillSegments(journal: Journal, count: number): void {
    for (let number = 0; segments().length < count + 1; number += 1) openAndClose(journal, `fill-${number}`);
  }

  test('removes nothing that is not booked', () => {
    const journal = open();
    fillSegments(journal, 3);
    journal.trim(0n);
    expect(journal.readCloses(0n, 100_000)).toHaveLength(Number(journal.lastSeq()));
    journal.trim(journal.lastSeq() - 1n);
    expect(journal.readCloses(journal.lastSeq() - 1n, 10)).toHaveLength(1);
  });

  test('an open request keeps its segment, until it is carried forward', () => {
    const journal = open();
    const long = journal.open(closeOf('long'));
    fillSegments(journal, 3);
    const oldest = segments()[0] ?? '';
    journal.trim(journal.lastSeq());
    expect(existsSync(join(dir, 'run', oldest))).toBe(true);

    fillSegments(journal, 12);
    journal.trim(journal.lastSeq());
    expect(existsSync(join(dir, 'run', oldest))).toBe(false);
    expect(recoverRun(dir, 'run').closes.filter(({ kind }) => kind === Kind.INTERRUPTED)).toMatchObject([
      { id: 'long' },
    ]);
    expect(long && journal.close(long, closeOf('long')).seq).toBe(journal.lastSeq());
  });
});

test('a journal directory serves one process at a time', async () => {
  const first = await lockJournal(dir);
  await expect(lockJournal(dir)).rejects.toThrow('give each replica its own');
  first.release();
});
