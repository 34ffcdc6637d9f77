import { returnFree, type Slice } from './slice.ts';
import type { SliceLedger } from './slices.ts';

/** Slices in one message at most. */
const batchSize = 500;

/**
 * Hands back what these slices have free, and repeats what an earlier message may have failed to tell.
 * Rejects when the ledger cannot be reached: the totals stay, and the next message carries them again.
 */
export async function returnSlices(slices: readonly Slice[], ledger: SliceLedger): Promise<void> {
  for (const slice of slices) returnFree(slice);
  const unconfirmed = slices.filter((slice) => slice.returned > slice.returnConfirmed);
  for (let from = 0; from < unconfirmed.length; from += batchSize) {
    const batch = unconfirmed.slice(from, from + batchSize);
    const told = batch.map((slice) => ({ path: slice.path, returnedTotal: slice.returned }));
    await ledger.return(told);
    for (const [index, slice] of batch.entries()) {
      const total = told[index]?.returnedTotal ?? 0n;
      if (total > slice.returnConfirmed) slice.returnConfirmed = total;
    }
  }
}
