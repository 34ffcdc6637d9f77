import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Evidence } from './evidence.ts';
import { findMissing } from './find-missing.ts';
import { journalPosition } from './journal-position.ts';
import { countLines } from './request-lines.ts';
import { sumsOf } from './scrape.ts';

const none: Evidence = {
  keysLookedUp: 0,
  requestsCounted: 0,
  requestsTimed: 0,
  refusedByLimits: 0,
  ingressLines: 0,
  tokensCounted: 0,
  gatewayLines: 0,
  requestsClosed: 0,
  journalBytes: 0,
  closesBooked: 0,
  unitsBilled: 0,
  unitsUsed: 0,
};
const served: Evidence = {
  keysLookedUp: 10,
  requestsCounted: 10,
  requestsTimed: 10,
  refusedByLimits: 0,
  ingressLines: 10,
  tokensCounted: 400,
  gatewayLines: 10,
  requestsClosed: 10,
  journalBytes: 3_000,
  closesBooked: 10,
  unitsBilled: 70,
  unitsUsed: 70,
};

test('nothing is missing where all was there', () => {
  expect(findMissing({ requests: 10, served: 10 }, none, served)).toEqual([]);
  const refused = { ...none, keysLookedUp: 10, requestsCounted: 10, requestsTimed: 10, ingressLines: 10 };
  expect(findMissing({ requests: 10, served: 0 }, none, { ...refused, refusedByLimits: 10 })).toEqual([]);
});

test.each(Object.keys(served) as (keyof Evidence)[])('it is missed when %s tells of nothing', (name) => {
  const changed = { ...served, [name]: name === 'refusedByLimits' ? 1 : 0 };
  expect(findMissing({ requests: 10, served: 10 }, none, changed)).not.toEqual([]);
});

test('lines of requests are counted for one key, whole ones alone', () => {
  const line = (keyId: number | string, status: number, tokens?: number): string =>
    JSON.stringify({ level: 'info', requestId: 'x', keyId, status, tokens, msg: 'request' });
  const other = JSON.stringify({ level: 'info', msg: 'catalog loaded' });
  const log = [line(1, 200, 5), line('1', 200, 7), line(2, 200, 9), other, line(1, 429), '{"level":"in'];
  expect(countLines(log.join('\n'), 1n)).toEqual({ lines: 3, served: 2, tokens: 12 });
});

test('a metric is the sum of its series', () => {
  const sum = sumsOf('# HELP a b\na_total{x="1"} 2\na_total{x="2"} 3\na_total_other 7\nb_count 4\n');
  expect([sum('a_total'), sum('a_total', 'x="2"'), sum('b_count'), sum('c')]).toEqual([5, 3, 4, 0]);
});

test('a journal is as long as its records, with the segments that are gone', () => {
  const directory = mkdtempSync(join(tmpdir(), 'headgate-journal-'));
  mkdirSync(join(directory, 'run'));
  const segment = Buffer.alloc(100);
  segment.writeUInt32LE(12, 0);
  segment.writeUInt32LE(4, 20);
  writeFileSync(join(directory, 'run', '0000000003.segment'), segment);
  writeFileSync(join(directory, 'run', '0000000002.segment'), segment);
  expect(journalPosition(directory)).toBe(3 * 100 + 32);
  writeFileSync(join(directory, 'run', '0000000004.segment'), Buffer.alloc(100));
  expect(journalPosition(directory)).toBe(3 * 100 + 32);
});
