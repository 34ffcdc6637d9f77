import { expect, test } from 'vitest';
import { refusalOf } from './refusal.ts';

const nowMs = Date.parse('Mon, 23 Nov 2026 04:00:00 GMT');

test.each([
  ['7', 7_000],
  ['1.5', 1_500],
  ['Mon, 23 Nov 2026 04:01:30 GMT', 90_000],
  ['Mon, 23 Nov 2026 03:59:00 GMT', 0],
  ['Tue, 24 Nov 2026 04:00:00 GMT', 600_000],
  ['86400', 600_000],
  ['soon', 0],
  ['-1', 0],
  [undefined, 0],
])('a vendor with too much to do that says %s is left alone for %i ms', (value, retryAfterMs) => {
  const answer = { status: 429, headers: { 'retry-after': value }, body: Buffer.alloc(0) };
  expect(refusalOf(answer, 'No.', nowMs)).toMatchObject({ blame: 'busy', retryAfterMs });
});
