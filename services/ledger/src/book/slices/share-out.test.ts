/** What a draw may get at most, for purses and wishes of all sizes: it bounds what an outage can cost. */
import { expect, onTestFailed, test } from 'vitest';
import { type Random, seededRandom } from '../../testing/random.ts';
import type { Purse } from '../purses/purse.ts';
import { shareOut } from './share-out.ts';

const seed = Number(process.env.HEADGATE_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
const draws = 4_000;

const upTo = (random: Random, most: number): bigint => BigInt(random.below(most + 1));
const freeOf = ({ granted, used, held }: Purse): bigint => granted - used - held;

function makePurse(random: Random, id: string): Purse {
  const granted = upTo(random, 10_000);
  return {
    id,
    granted,
    // A grant that was lowered, or an overrun, leaves less than nothing.
    used: upTo(random, 6_000),
    held: upTo(random, 4_000),
    unlimited: random.percent(20),
  };
}

test('no draw gets what is not free, nor ahead more than half of an even share', () => {
  onTestFailed(() => void process.stderr.write(`HEADGATE_TEST_SEED=${seed}\n`));
  const random = seededRandom(seed);
  const kinds = new Set<string>();
  for (let count = 0; count < draws; count += 1) {
    const purses = Array.from({ length: 1 + random.below(3) }, (_, index) => makePurse(random, `p${index}`));
    const limited = purses.filter(({ unlimited }) => !unlimited);
    const wish = { need: upTo(random, 500), want: upTo(random, 5_000) };
    const liveRuns = 1n + upTo(random, 10);
    const share = shareOut(purses, wish, { liveRuns, heldByAsker: 0n });
    kinds.add(`${share.kind} ${limited.length > 0}`);
    if (share.kind === 'lack') continue;
    const asked = wish.want > wish.need ? wish.want : wish.need;
    expect(share.units).toBeGreaterThanOrEqual(wish.need);
    expect(share.units).toBeLessThanOrEqual(asked);
    for (const purse of limited) {
      expect(share.units).toBeLessThanOrEqual(freeOf(purse));
      const ahead = share.units > wish.need ? share.units : 0n;
      expect(ahead * 2n * liveRuns).toBeLessThanOrEqual(freeOf(purse));
    }
  }
  expect([...kinds].sort()).toEqual(['grant false', 'grant true', 'lack true']);
});

test('when every run draws ahead once, half of what was free is left', () => {
  for (const runs of [1n, 2n, 5n, 40n]) {
    const purse: Purse = { id: 'user:1', granted: 1_000_000n, used: 0n, held: 0n, unlimited: false };
    for (let run = 0n; run < runs; run += 1n) {
      const share = shareOut([purse], { need: 0n, want: 1_000_000n }, { liveRuns: runs, heldByAsker: 0n });
      purse.held += share.kind === 'grant' ? share.units : 0n;
    }
    expect(purse.held).toBeGreaterThan(0n);
    expect(freeOf(purse)).toBeGreaterThanOrEqual(500_000n);
  }
});
