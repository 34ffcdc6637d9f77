import { expect, test } from 'vitest';
import { createLog } from './log.ts';
import { repeat } from './repeat.ts';

test('a task that keeps failing for one reason is one line a minute, and another reason one at once', async () => {
  const lines: object[] = [];
  const log = createLog('test', 'info', { write: (line) => lines.push(JSON.parse(line)) });
  const stopping = new AbortController();
  const reasons = ['away', 'away', 'away', 'full'];
  await repeat('sweep', { everyMs: 0, log, signal: stopping.signal }, async () => {
    const reason = reasons.shift();
    if (reason !== undefined) throw new Error(reason);
    stopping.abort();
  });
  const line = { level: 'warn', task: 'sweep', msg: 'a task failed and will be tried again' };
  expect(lines).toMatchObject([
    { ...line, err: { message: 'away' }, failures: 1 },
    { ...line, err: { message: 'full' }, failures: 3 },
  ]);
});
