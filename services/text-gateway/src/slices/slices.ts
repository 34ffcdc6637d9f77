import type { Log } from '@headgate/runtime/log';
import { drawFor } from './draw.ts';
import { answerRecall, type RecallBoard } from './recall.ts';
import { returnSlices } from './return.ts';
import { admitWaiters, createSlice, freeOf, type Refusal, refuseWaiters, type Slice } from './slice.ts';

/** The ledger's side of slices. Every method rejects when the ledger cannot be reached. */
export interface SliceLedger {
  draw(request: { path: readonly string[]; drawNo: bigint; need: bigint; want: bigint }): Promise<DrawAnswer>;
  return(slices: { path: readonly string[]; returnedTotal: bigint }[]): Promise<void>;
}

export type DrawAnswer =
  | { outcome: 'granted'; grantedTotal: bigint; validForMs: number }
  | { outcome: 'short'; recallId: string; runs: readonly string[] }
  | { outcome: 'empty' };

export interface SlicesContext {
  ledger: SliceLedger;
  recalls: RecallBoard;
  log: Log;
  /** Monotonic milliseconds. */
  now: () => number;
  idleMs: number;
  recallWaitMs: number;
  /** Called with every sign of life from the ledger that allows spending for a time. */
  onValid: (validForMs: number) => void;
}

export interface Slices {
  /**
   * Takes `amount` units of a path before its request goes on: at once when the slice has them, otherwise
   * after a draw. Resolves to undefined, or to why not.
   */
  reserve(path: readonly string[], amount: bigint): Refusal | undefined | Promise<Refusal | undefined>;
  /** Gives a reservation up; `consumed` of it was spent. */
  settle(path: readonly string[], reserved: bigint, consumed: bigint): void;
  /** Answers a recall: hands back what is free of these purses. */
  recall(recallId: string, purses: readonly string[]): Promise<void>;
  /** Hands back what idle slices have free. Called by a timer. */
  returnIdle(): Promise<void>;
  /** Hands back everything free. Called when the process stops. */
  returnAll(): Promise<void>;
}

/** Requests that may wait for units at the same time, over all paths. */
const maxWaiters = 4_096;
/** A draw asks for this many requests of the same size, so that the next ones need no draw. */
const headroomRequests = 32n;
/** Below this many requests' worth, more is drawn ahead. */
const lowWaterRequests = 8n;

export function createSlices(context: SlicesContext): Slices {
  const slices = new Map<string, Slice>();
  let waiting = 0;

  function sliceOf(path: readonly string[]): Slice {
    const key = path.join('\n');
    let slice = slices.get(key);
    if (!slice) {
      slice = createSlice(path);
      slices.set(key, slice);
    }
    return slice;
  }

  function wait(slice: Slice, amount: bigint): Promise<Refusal | undefined> {
    return new Promise((resolve) => {
      waiting += 1;
      const done = (why?: Refusal): void => {
        waiting -= 1;
        resolve(why);
      };
      slice.waiters.push({ amount, admit: () => done(), refuse: done });
      startDrawing(slice);
    });
  }

  function startDrawing(slice: Slice): void {
    if (slice.isDrawing) return;
    slice.isDrawing = true;
    drawFor(slice, context, headroomRequests)
      .catch((error) => {
        context.log.error({ err: error }, 'drawing failed');
        refuseWaiters(slice, 0n, 'unreachable');
      })
      .finally(() => {
        slice.isDrawing = false;
        if (slice.waiters.length > 0) startDrawing(slice);
      });
  }

  /** Draws ahead when little is left, so that requests rarely wait. Never at others' expense. */
  function keepHeadroom(slice: Slice, amount: bigint): void {
    if (slice.isDrawing || context.now() < slice.frugalUntil) return;
    if (freeOf(slice) >= amount * lowWaterRequests) return;
    slice.isDrawing = true;
    const request = { path: slice.path, drawNo: slice.drawNo, need: 0n, want: amount * headroomRequests };
    context.ledger
      .draw(request)
      .then((answer) => {
        slice.drawNo += 1n;
        if (answer.outcome !== 'granted') return;
        // The purse is nearly used up when even a free wish is barely met: do not ask at every request.
        if (answer.grantedTotal - slice.granted < amount) slice.frugalUntil = context.now() + context.idleMs;
        slice.granted = answer.grantedTotal;
        context.onValid(answer.validForMs);
      })
      .catch(() => {
        slice.frugalUntil = context.now() + 1_000;
      })
      .finally(() => {
        slice.isDrawing = false;
        admitWaiters(slice);
        if (slice.waiters.length > 0) startDrawing(slice);
      });
  }

  return {
    reserve(path, amount) {
      const slice = sliceOf(path);
      slice.usedAt = context.now();
      if (slice.waiters.length === 0 && freeOf(slice) >= amount) {
        slice.reserved += amount;
        keepHeadroom(slice, amount);
        return undefined;
      }
      if (waiting >= maxWaiters) return 'overloaded';
      return wait(slice, amount);
    },
    settle(path, reserved, consumed) {
      const slice = sliceOf(path);
      slice.reserved -= reserved;
      slice.consumed += consumed;
      admitWaiters(slice);
    },
    recall: (recallId, purses) => answerRecall(slices.values(), recallId, purses, context),
    async returnIdle() {
      const idleBefore = context.now() - context.idleMs;
      const idle = [...slices.values()].filter(
        (slice) => slice.usedAt < idleBefore && slice.waiters.length === 0,
      );
      await returnSlices(idle, context.ledger);
    },
    returnAll: () => returnSlices([...slices.values()], context.ledger),
  };
}
