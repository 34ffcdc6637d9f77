import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ending, Kind } from '@headgate/proto/gen/headgate/events/v1/events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  closeOf,
  deadCloses,
  fillSegments,
  mustOpen,
  openAndClose,
  openTestJournal,
  segmentPaths,
  settle,
  testRun,
} from '../testing/journals.ts';
import { findDeadRuns, recoverRun } from './recover.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'headgate-recover-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

test('every close is found and every orphan is closed as interrupted, twice the same', async () => {
  const journal = openTestJournal(dir);
  openAndClose(journal, 'a');
  mustOpen(journal, 'orphan-1');
  openAndClose(journal, 'b');
  mustOpen(journal, 'orphan-2');

  const first = await recoverRun(dir, testRun);
  const closes = await deadCloses(first);
  expect(closes.map(({ id, seq, kind, ending }) => [id, seq, kind, ending])).toEqual([
    ['a', 1n, Kind.SETTLE, Ending.UNSPECIFIED],
    ['b', 2n, Kind.SETTLE, Ending.UNSPECIFIED],
    ['orphan-1', 3n, Kind.INTERRUPTED, Ending.INTERRUPTED],
    ['orphan-2', 4n, Kind.INTERRUPTED, Ending.INTERRUPTED],
  ]);
  expect(first.lastSeq).toBe(2n);
  expect(await recoverRun(dir, testRun)).toEqual(first);
});

test('what the ledger has is not sent; orphans go after what it has', async () => {
  const journal = openTestJournal(dir);
  for (const id of ['a', 'b']) openAndClose(journal, id);
  mustOpen(journal, 'orphan');
  const dead = await recoverRun(dir, testRun);
  const sent = async (afterSeq: bigint, orphansAfter: bigint) =>
    (await deadCloses(dead, { afterSeq, orphansAfter })).map(({ id, seq }) => [id, seq]);
  expect(await sent(1n, 2n)).toEqual([
    ['b', 2n],
    ['orphan', 3n],
  ]);
  expect(await sent(9n, 9n)).toEqual([['orphan', 10n]]);
  expect(await sent(10n, 9n)).toEqual([]);
});

test('a segment that only an open is left of still says how far the run had come', async () => {
  const journal = openTestJournal(dir);
  let last = mustOpen(journal, 'r');
  const firstSegment = last.segment;
  while (last.segment === firstSegment) {
    settle(journal, last, 'r');
    last = mustOpen(journal, 'orphan');
  }
  journal.trim(journal.lastSeq());
  expect(journal.readCloses(0n, 10), 'no close is left').toEqual([]);

  const dead = await recoverRun(dir, testRun);
  expect(dead.lastSeq).toBe(journal.lastSeq());
  expect(dead.orphans).toMatchObject([{ id: 'orphan' }]);
});

test('a carried open says so as well', async () => {
  const journal = openTestJournal(dir);
  mustOpen(journal, 'long', 7_000);
  fillSegments(journal, 9);
  let last = mustOpen(journal, 'r');
  settle(journal, last, 'r');
  while (last.segment.size - last.segment.at > 6_000) {
    last = mustOpen(journal, 'r');
    settle(journal, last, 'r');
  }
  journal.trim(journal.lastSeq());
  expect(journal.readCloses(0n, 10), 'no close is left').toEqual([]);
  const dead = await recoverRun(dir, testRun);
  expect(dead.lastSeq).toBe(journal.lastSeq());
  expect(dead.orphans).toMatchObject([{ id: 'long' }]);
});

test('a request that was carried forward again and again is still found', async () => {
  const journal = openTestJournal(dir);
  const long = mustOpen(journal, 'long');
  const before = segmentPaths(dir)[0];
  for (let round = 0; round < 4; round += 1) {
    fillSegments(journal, 12);
    journal.trim(journal.lastSeq());
    const { orphans, lastSeq } = await recoverRun(dir, testRun);
    expect([orphans.map(({ id }) => id), lastSeq]).toEqual([['long'], journal.lastSeq()]);
  }
  expect(segmentPaths(dir)).not.toContain(before);
  settle(journal, long, 'long');
  expect((await recoverRun(dir, testRun)).orphans).toEqual([]);
});

test('a request that is closed in the tenth segment and was opened in the ninth is none', async () => {
  const journal = openTestJournal(dir);
  fillSegments(journal, 8);
  const request = mustOpen(journal, 'ninth');
  fillSegments(journal, 1);
  settle(journal, request, 'ninth');
  expect(segmentPaths(dir).length).toBeGreaterThanOrEqual(10);
  const dead = await recoverRun(dir, testRun);
  expect(dead.orphans).toEqual([]);
  expect((await deadCloses(dead)).map(({ seq }) => seq)).toEqual(
    Array.from({ length: Number(journal.lastSeq()) }, (_, index) => BigInt(index + 1)),
  );
});

test('a torn last record is as if it had never been written', async () => {
  const journal = openTestJournal(dir);
  openAndClose(journal, 'a');
  const path = segmentPaths(dir)[0] ?? '';
  const used = readFileSync(path).findLastIndex((byte) => byte !== 0) + 1;
  for (const cut of [1, 5, 20]) {
    writeFileSync(path, Buffer.from(readFileSync(path)).fill(0, used - cut));
    expect((await recoverRun(dir, testRun)).orphans.map(({ id }) => id)).toEqual(['a']);
  }
  truncateSync(path, 3);
  expect(await recoverRun(dir, testRun)).toMatchObject({ orphans: [], lastSeq: 0n });
});

test('a number that the disk lost is filled with a copy of the close after it', async () => {
  const journal = openTestJournal(dir);
  for (let count = 0; count < 1_000; count += 1) openAndClose(journal, `r${count}`);
  const [first = ''] = segmentPaths(dir);
  writeFileSync(first, readFileSync(first).fill(0, 4_096, 8_192));

  const dead = await recoverRun(dir, testRun);
  expect(dead.lastSeq).toBe(1_000n);
  const closes = await deadCloses(dead);
  const lost = closes.filter(({ id }, index) => closes[index + 1]?.id === id);
  expect(lost.length).toBeGreaterThan(100);
  expect(closes.slice(0, -1).every(({ seq }, index) => seq === BigInt(index + 1))).toBe(true);
  const [after] = closes.slice(Number(lost.at(-1)?.seq));
  expect(lost.map(({ seq, ...close }) => close)).toEqual(lost.map(() => ({ ...after, seq: undefined })));
});

test('more than it may fill it leaves out', async () => {
  const journal = openTestJournal(dir);
  fillSegments(journal, 2);
  const orphan = closeOf('orphan');
  journal.open(orphan);
  journal.trim(journal.lastSeq());
  const dead = await recoverRun(dir, testRun);
  const lastSeq = journal.lastSeq();
  const closes = await deadCloses(dead, { maxFilled: 10n });
  expect(closes.at(-1)).toMatchObject({ id: 'orphan', seq: lastSeq + 1n });
  expect(closes.length).toBeLessThan(Number(lastSeq));
});

test('only directories named like a run are dead runs', () => {
  const other = testRun.replace('1', '2');
  for (const name of [testRun, other, 'lost+found', '.snapshot', `${other}.old`]) mkdirSync(join(dir, name));
  writeFileSync(join(dir, testRun.replace('1', '3')), '');
  expect(findDeadRuns(dir, testRun)).toEqual([other]);
});
