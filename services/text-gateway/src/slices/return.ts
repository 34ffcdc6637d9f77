import { learnGranted } from './draw-once.ts';
import { returnFree, type Slice } from './slice.ts';
import type { SlicesContext } from './slices.ts';

/** Slices in one message at most. */
const batchSize = 500;
/** Draws that are repeated at a time. */
const repeatedAtOnce = 32;

/**
 * Hands back what these slices have free, and repeats what an earlier message may have failed to tell.
 * Resolves only when nothing that was granted is left out: what is under way is waited for, and draws whose
 * answers were lost are repeated. Rejects when the ledger cannot be reached: the totals stay, and the next
 * message carries them again.
 */
export async function returnSlices(slices: readonly Slice[], context: SlicesContext): Promise<void> {
  await tellReturned(slices, context);
  const uncertain = slices.filter((slice) => slice.draw || slice.isGrantUncertain);
  if (uncertain.length === 0) return;
  const failure = await learnAll(uncertain, context);
  await tellReturned(uncertain, context);
  if (failure) throw failure.reason;
}

/** Returns why the grants of some slices could not be learnt. */
async function learnAll(
  slices: readonly Slice[],
  context: SlicesContext,
): Promise<PromiseRejectedResult | undefined> {
  let failure: PromiseRejectedResult | undefined;
  for (let from = 0; from < slices.length; from += repeatedAtOnce) {
    const some = slices.slice(from, from + repeatedAtOnce);
    const results = await Promise.allSettled(some.map((slice) => learnGranted(slice, context)));
    const failures = results.filter((result) => result.status === 'rejected');
    failure ??= failures[0];
    // The ledger is away: the rest would only wait for deadlines.
    if (failures.length === some.length) break;
  }
  return failure;
}

/**
 * Hands back what a slice has free although requests wait here, because it is not enough for the first of
 * them. Rejects when the ledger cannot be reached; the total stays.
 */
export function returnRest(slice: Slice, context: SlicesContext): Promise<void> {
  returnFree(slice);
  return tellAll([slice], context);
}

function tellReturned(slices: readonly Slice[], context: SlicesContext): Promise<void> {
  // Whoever waits needs the free units more.
  for (const slice of slices) if (slice.waiters.length === 0) returnFree(slice);
  return tellAll(slices, context);
}

/** Tells what slices have handed back and the ledger has not confirmed, and once more what it confirmed some time ago. */
export async function tellAll(slices: readonly Slice[], context: SlicesContext): Promise<void> {
  const { ledger, now, idleMs } = context;
  const isDue = ({ returned, returnConfirmed, retellAt }: Slice): boolean =>
    returned > returnConfirmed || (retellAt !== undefined && now() >= retellAt);
  const due = slices.filter(isDue);
  for (let from = 0; from < due.length; from += batchSize) {
    const batch = due.slice(from, from + batchSize);
    const told = batch.map((slice) => ({ path: slice.path, returnedTotal: slice.returned }));
    await ledger.return(told);
    for (const [index, slice] of batch.entries()) {
      const total = told[index]?.returnedTotal ?? 0n;
      if (total > slice.returnConfirmed) {
        slice.returnConfirmed = total;
        slice.retellAt = now() + idleMs;
      } else if (slice.retellAt !== undefined && now() >= slice.retellAt) {
        slice.retellAt = undefined;
      }
    }
  }
}
