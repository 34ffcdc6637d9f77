import { drawOnce, type Wish } from './draw-once.ts';
import { returnRest } from './return.ts';
import { admitWaiters, endWaiters, freeOf, refuseWaiters, type Slice, type Waiter } from './slice.ts';
import type { DrawAnswer, SlicesContext } from './slices.ts';

/** A draw asks for this many requests of the same size, so that the next ones need no draw. */
const headroomRequests = 32n;
/** Below this many requests' worth, more is drawn ahead. */
const lowWaterRequests = 8n;
/** A slice never has more beyond what was asked of it at once, in requests of the largest size. */
export const mostAheadRequests = lowWaterRequests + headroomRequests;
/** After a draw ahead went unanswered, none is made for this long. */
const pauseMs = 1_000;

/** Draws until no waiter of the slice is left: each is admitted or refused. */
export async function drawForWaiters(slice: Slice, context: SlicesContext): Promise<void> {
  for (;;) {
    while (slice.draw) await slice.draw;
    admitWaiters(slice);
    const first = slice.waiters[0];
    if (!first) return;
    const answer = await drawOnce(slice, wishOf(slice, first, context), context);
    switch (answer.outcome) {
      case 'granted':
        break;
      case 'empty':
        // What is not there for one is not there for more.
        refuseWaiters(slice, 'empty', ({ amount }) => amount >= first.amount);
        break;
      case 'short':
        await afterShort(slice, first, answer, context);
        break;
      case 'unreachable':
        context.log.warn({ err: answer.cause }, 'the ledger did not answer a draw');
        endWaiters(slice, 'unreachable');
        return;
    }
  }
}

/**
 * Others hold units of these purses. All who wait by the time those are handed back have waited for them
 * together: each size is then judged by one more draw. Who came later may wait for units once more.
 */
async function afterShort(
  slice: Slice,
  drawnFor: Waiter,
  { recallId, runs }: DrawAnswer & { outcome: 'short' },
  context: SlicesContext,
): Promise<void> {
  const { recalls, recallWaitMs, now, idleMs } = context;
  slice.frugalUntil = now() + idleMs;
  if (drawnFor.hasWaited) {
    refuseWaiters(slice, 'empty', ({ hasWaited, amount }) => hasWaited && amount >= drawnFor.amount);
    return;
  }
  // Served or gone meanwhile: whoever is first now gets a draw of its own.
  if (slice.waiters[0] !== drawnFor) return;
  // Two slices that wait for each other's rest must not both keep their own: both would be refused.
  const handedBack = returnRest(slice, context).catch((error) => {
    context.log.warn({ err: error }, 'units were not handed back');
  });
  await recalls.answered(recallId, runs, recallWaitMs);
  await handedBack;
  for (const waiter of slice.waiters) waiter.hasWaited = true;
}

function wishOf(slice: Slice, first: Waiter, context: SlicesContext): Wish {
  const need = first.amount - freeOf(slice);
  const asked = slice.waiters.reduce((sum, { amount }) => sum + amount, 0n) - freeOf(slice);
  const isFrugal = first.hasWaited || context.now() < slice.frugalUntil;
  return { need, want: isFrugal ? asked : asked + first.amount * headroomRequests };
}

/**
 * Draws ahead when little is left for requests of this size, so that they rarely wait. Never at others'
 * expense.
 */
export function keepHeadroom(slice: Slice, amount: bigint, context: SlicesContext): void {
  if (slice.draw || context.now() < slice.frugalUntil) return;
  if (freeOf(slice) >= amount * lowWaterRequests) return;
  const before = slice.granted;
  drawOnce(slice, { need: 0n, want: amount * headroomRequests }, context).then(({ outcome }) => {
    if (slice.granted - before >= amount) return;
    // The purse is nearly used up when even a free wish is barely met: do not ask at every request.
    const until = context.now() + (outcome === 'unreachable' ? pauseMs : context.idleMs);
    if (until > slice.frugalUntil) slice.frugalUntil = until;
  });
}
