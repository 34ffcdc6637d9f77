import { admitWaiters, freeOf, refuseWaiters, type Slice } from './slice.ts';
import type { DrawAnswer, SlicesContext } from './slices.ts';

/**
 * Draws until no waiter of the slice is left: each is admitted or refused. One draw at a time per slice. A
 * draw without an answer keeps its number, so that repeating it cannot grant twice.
 */
export async function drawFor(slice: Slice, context: SlicesContext, headroomRequests: bigint): Promise<void> {
  for (;;) {
    admitWaiters(slice);
    const first = slice.waiters[0];
    if (!first) return;
    const answer = await drawOnce(slice, first.amount, context, headroomRequests);
    if (answer === 'unreachable') {
      refuseWaiters(slice, 0n, 'unreachable');
      return;
    }
    if (answer.outcome === 'granted') continue;
    const last = answer.outcome === 'short' ? await drawAfterRecall(slice, answer, context) : answer;
    admitWaiters(slice);
    if (last === 'unreachable') refuseWaiters(slice, 0n, 'unreachable');
    else if (last.outcome !== 'granted') refuseWaiters(slice, first.amount, 'empty');
  }
}

/** Others hold units of these purses: waits until they have handed back what is free, then tries once more. */
async function drawAfterRecall(
  slice: Slice,
  short: DrawAnswer & { outcome: 'short' },
  context: SlicesContext,
): Promise<DrawAnswer | 'unreachable'> {
  slice.frugalUntil = context.now() + context.idleMs;
  await context.recalls.answered(short.recallId, short.runs, context.recallWaitMs);
  const first = slice.waiters[0];
  if (!first) return { outcome: 'empty' };
  return drawOnce(slice, first.amount, context, 0n);
}

async function drawOnce(
  slice: Slice,
  amount: bigint,
  context: SlicesContext,
  headroomRequests: bigint,
): Promise<DrawAnswer | 'unreachable'> {
  const isFrugal = context.now() < slice.frugalUntil;
  const lacking = amount - freeOf(slice);
  const need = lacking > 0n ? lacking : 0n;
  const asked = slice.waiters.reduce((sum, waiter) => sum + waiter.amount, 0n) - freeOf(slice);
  const wish = isFrugal ? asked : asked + amount * headroomRequests;
  try {
    const answer = await context.ledger.draw({
      path: slice.path,
      drawNo: slice.drawNo,
      need,
      want: wish > need ? wish : need,
    });
    slice.drawNo += 1n;
    if (answer.outcome === 'granted') {
      slice.granted = answer.grantedTotal;
      context.onValid(answer.validForMs);
    }
    return answer;
  } catch (error) {
    context.log.warn({ err: error }, 'the ledger did not answer a draw');
    return 'unreachable';
  }
}
