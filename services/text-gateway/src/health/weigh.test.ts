import { expect, test } from 'vitest';
import type { PaceReading } from './pace.ts';
import { keptOf } from './weigh.ts';

function reading(part: Partial<PaceReading>): PaceReading {
  return { calls: 100, failedShare: 0, answers: 100, firstByteMs: 100, ...part };
}

test('a channel that nothing is known of keeps all of its weight', () => {
  expect(keptOf([reading({ calls: 0, answers: 0, firstByteMs: 0 }), reading({})])).toEqual([1, 1]);
});

test('small differences do not matter', () => {
  expect(keptOf([reading({}), reading({ firstByteMs: 149 })])).toEqual([1, 1]);
});

test('the slower, and the more it fails, the less it keeps, and never nothing', () => {
  const slow = [100, 300, 900, 1e9].map((firstByteMs) => reading({ firstByteMs }));
  const failing = [0.2, 0.6, 1].map((failedShare) => reading({ failedShare }));
  for (const level of [slow, [reading({}), ...failing]]) {
    const kept = keptOf(level);
    expect(kept).toEqual([...kept].sort((one, other) => other - one));
    expect(new Set(kept).size).toBe(kept.length);
    expect(kept.at(-1)).toBe(0.05);
  }
});

test('a single slow answer or failure matters little', () => {
  const [, kept = 0] = keptOf([
    reading({}),
    reading({ calls: 1, failedShare: 1, answers: 1, firstByteMs: 9e9 }),
  ]);
  expect(kept).toBeGreaterThan(0.6);
});
