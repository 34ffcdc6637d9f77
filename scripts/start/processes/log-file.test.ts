import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { boundLog, lastLines, openLog } from './log-file.ts';

let path: string;
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'headgate-log-')), 'ledger-0.log');
});

test('a log above its bound moves to one older file, and its writer goes on at the beginning', () => {
  const log = openLog(path);
  writeSync(log, 'old\n');
  boundLog(path, 100);
  expect(existsSync(`${path}.1`)).toBe(false);
  boundLog(path, 3);
  writeSync(log, 'new\n');
  expect(readFileSync(`${path}.1`, 'utf8')).toBe('old\n');
  expect(readFileSync(path, 'utf8')).toBe('new\n');
});

test('the last lines are the last, however long the log is', () => {
  writeFileSync(path, 'x'.repeat(100_000));
  for (let line = 1; line <= 50; line += 1) appendFileSync(path, `\n${line}`);
  expect(lastLines(path, { lines: 2 })).toEqual(['49', '50']);
  expect(lastLines(path, { fromBytes: statSync(path).size - 2 })).toEqual(['50']);
});

test('a log that is not there has no lines', () => {
  expect(lastLines(path)).toEqual([]);
  expect(() => boundLog(path)).not.toThrow();
});
