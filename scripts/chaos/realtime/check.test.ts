import { expect, test } from 'vitest';
import { findUnbilled } from './check.ts';

const session = {
  requestId: 's',
  end: 'left',
  isStuck: false,
  responses: [
    { inputTokens: 10, outputTokens: 5 },
    { inputTokens: 10, outputTokens: 5 },
  ],
} as const;
/** By hand: ten tokens at 4 and five at 16 dollars a million, half a unit each. */
const settled = { id: 'r', ref: 's', kind: 'settle', amount: 60n };

test('each response needs an entry of its own, of what it used', () => {
  const of = { ...session, responses: [...session.responses] };
  expect(findUnbilled(of, [settled, { ...settled, id: 'q' }])).toEqual([]);
  expect(findUnbilled(of, [settled])).toHaveLength(1);
  expect(findUnbilled(of, [settled, { ...settled, amount: 61n }])).toHaveLength(1);
  expect(findUnbilled(of, [settled, { ...settled, kind: 'interrupted' }])).toHaveLength(1);
});
