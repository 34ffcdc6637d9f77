import { FaultError } from '@headgate/runtime/errors';
import { admitWaiters, type Slice } from './slice.ts';
import type { DrawAnswer, SlicesContext } from './slices.ts';

export interface Wish {
  /** The least that is of use. */
  need: bigint;
  /** What would be convenient. */
  want: bigint;
}

/** What became of a draw. */
export type DrawResult = DrawAnswer | { outcome: 'unreachable'; cause: unknown };

/**
 * Sends one draw and notes what it brought; never rejects. No other draw of the slice may be under way. A
 * draw without an answer keeps its number, so that repeating it cannot grant twice.
 */
export function drawOnce(slice: Slice, wish: Wish, context: SlicesContext): Promise<DrawResult> {
  slice.draw = ask(slice, wish, context);
  return slice.draw;
}

async function ask(slice: Slice, wish: Wish, context: SlicesContext): Promise<DrawResult> {
  try {
    const answer = await context.ledger.draw({ path: slice.path, drawNo: slice.drawNo, ...wish });
    slice.drawNo += 1n;
    if (answer.outcome === 'granted') {
      slice.granted = answer.grantedTotal;
      // An older draw that was lost is in this total, or comes too late to be granted. After a refusal it
      // may still arrive.
      slice.isGrantUncertain = false;
      admitWaiters(slice);
      context.onValid(answer.validForMs);
    } else {
      slice.lacking = answer.lacking ?? [];
      // Of what lacks, some may be what the ledger takes for held here.
      if (slice.returned > 0n) slice.retellAt = context.now();
      if (answer.isRepeated) slice.isGrantUncertain = true;
    }
    return answer;
  } catch (cause) {
    if (!isRefusal(cause)) slice.isGrantUncertain = true;
    return { outcome: 'unreachable', cause };
  } finally {
    slice.draw = undefined;
  }
}

/** The ledger has answered, and nothing was granted: the purse is unknown, or the run is over. */
function isRefusal(error: unknown): boolean {
  return error instanceof FaultError && error.fault.permanent;
}

/**
 * Waits until it is known what the slice was granted: for the draw under way, and where an answer was lost
 * by repeating that draw, this time wishing for nothing. Rejects when the ledger cannot be reached.
 */
export async function learnGranted(slice: Slice, context: SlicesContext): Promise<void> {
  await slice.draw;
  while (slice.isGrantUncertain && slice.draw) await slice.draw;
  if (!slice.isGrantUncertain) return;
  const answer = await drawOnce(slice, { need: 0n, want: 0n }, context);
  if (answer.outcome !== 'unreachable') slice.isGrantUncertain = false;
  else if (slice.isGrantUncertain) {
    throw new Error('what a lost draw was granted is not known', { cause: answer.cause });
  }
}
