import type { Purse } from '../purses/purse.ts';

export interface Wish {
  /** The least that is of use. */
  need: bigint;
  /** What would be convenient. */
  want: bigint;
}

export type Share =
  | { kind: 'grant'; units: bigint }
  /** `purses` have less free than is needed; `isLeft` says whether others could make up for it. */
  | { kind: 'lack'; purses: string[]; isLeft: boolean };

/**
 * Decides what a draw gets. Only limited purses count. While there is plenty, each run gets what it wants up
 * to half of an even share, so that one run cannot keep what the others will need in a moment; when units
 * are scarce it gets what it needs and nothing beyond.
 *
 * @param heldByAsker what the asking slice holds of every purse of the path: nobody else can return that.
 */
export function shareOut(
  purses: readonly Purse[],
  { need, want }: Wish,
  { liveRuns, heldByAsker }: { liveRuns: bigint; heldByAsker: bigint },
): Share {
  const limited = purses.filter(({ unlimited }) => !unlimited);
  const wanted = want > need ? want : need;
  const lacking = limited.filter((purse) => freeOf(purse) < need);
  if (lacking.length > 0) {
    const isLeft = lacking.every(({ granted, used }) => granted - used - heldByAsker >= need);
    return { kind: 'lack', purses: lacking.map(({ id }) => id), isLeft };
  }
  if (limited.length === 0) return { kind: 'grant', units: wanted };
  const free = limited.map(freeOf).reduce((least, units) => (units < least ? units : least));
  const evenShare = free / (2n * liveRuns);
  const cap = need > evenShare ? need : evenShare;
  return { kind: 'grant', units: wanted < cap ? wanted : cap };
}

function freeOf({ granted, used, held }: Purse): bigint {
  return granted - used - held;
}
