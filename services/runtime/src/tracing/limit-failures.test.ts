import { expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { limitFailures } from './limit-failures.ts';

test('a collector that is away is one line a minute, and no word of its answers', () => {
  const lines: unknown[] = [];
  const log = createLog('test', 'info', { write: (line) => lines.push(JSON.parse(line)) });
  let nowMs = 0;
  const failed = limitFailures(log, () => nowMs);
  const failure = Object.assign(new Error('Service Unavailable'), { data: 'a secret word' });
  for (let second = 0; second < 120; second += 5) {
    nowMs = second * 1_000;
    failed(failure);
  }
  expect(lines).toMatchObject([
    { cause: 'Service Unavailable', failures: 1 },
    { cause: 'Service Unavailable', failures: 12 },
  ]);
  expect(JSON.stringify(lines)).not.toContain('secret word');
});
