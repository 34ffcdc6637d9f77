import { expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { createFailureLines } from './failure-lines.ts';

const getPath = () => '/headgate.account.v1.Account/GetKeyChanges';

let lines: Record<string, unknown>[];
let nowMs: number;
function start() {
  lines = [];
  nowMs = 0;
  const log = createLog('test', 'info', { write: (line) => lines.push(JSON.parse(line)) });
  return createFailureLines(log, () => nowMs);
}

test('calls that fail alike for nobody’s request are one line a minute, which counts them', () => {
  const failed = start();
  for (let second = 0; second < 120; second += 1) {
    nowMs = second * 1_000;
    failed({ request: {}, getPath }, new Error('the database is away'));
  }
  const line = {
    level: 'error',
    msg: 'rpc failed',
    rpc: getPath(),
    err: { message: 'the database is away' },
  };
  expect(lines).toMatchObject([
    { ...line, failures: 1 },
    { ...line, failures: 60 },
  ]);
});

test('another reason is told at once, and so is each call that was for a request', () => {
  const failed = start();
  for (const words of ['one', 'one', 'two']) failed({ request: {}, getPath }, new Error(words));
  for (const requestId of ['a', 'b']) failed({ request: { requestId }, getPath }, new Error('two'));
  expect(lines).toMatchObject([
    { err: { message: 'one' }, failures: 1 },
    { err: { message: 'two' }, failures: 2 },
    { err: { message: 'two' }, requestId: 'a' },
    { err: { message: 'two' }, requestId: 'b' },
  ]);
});
