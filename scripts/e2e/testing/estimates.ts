import { expect } from 'vitest';

/** Compares what was counted with what the sandbox produced, and remembers how far off the counts were. */
export interface Estimates {
  expectNear(counted: unknown, produced: number): void;
  /** The largest error so far, for people: a share of what was produced. */
  largestError(): string;
}

/**
 * What the sandbox counts as one token is four bytes of text; a tokenizer's are of two to eight. So a count lies between
 * half and twice of what was produced, whatever was said.
 */
export function createEstimates(): Estimates {
  let largest = 0;
  let compared = 0;
  return {
    expectNear(counted, produced) {
      const tokens = Number(counted);
      compared += 1;
      if (produced > 0) largest = Math.max(largest, Math.abs(tokens - produced) / produced);
      expect(tokens).toBeGreaterThanOrEqual(Math.floor(produced / 2));
      expect(tokens).toBeLessThanOrEqual(produced * 2);
    },
    largestError: () =>
      `${compared} estimates: at most ${Math.round(largest * 100)} % off what was produced\n`,
  };
}
