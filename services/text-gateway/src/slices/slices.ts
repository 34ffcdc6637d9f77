import type { Log } from '@headgate/runtime/log';
import type { Gone } from '../gone.ts';
import { createDatedPaths } from './dated-paths.ts';
import { drawForWaiters, keepHeadroom } from './draw.ts';
import { answerRecall, type RecallBoard } from './recall.ts';
import { returnSlices, tellAll } from './return.ts';
import {
  admitWaiters,
  createSlice,
  endWaiters,
  freeOf,
  isQuiet,
  type Refusal,
  refuseWaiters,
  type Slice,
} from './slice.ts';

/** The ledger's side of slices. Every method rejects when the ledger cannot be reached or refuses for good. */
export interface SliceLedger {
  draw(request: { path: readonly string[]; drawNo: bigint; need: bigint; want: bigint }): Promise<DrawAnswer>;
  return(slices: { path: readonly string[]; returnedTotal: bigint }[]): Promise<void>;
}

export type DrawAnswer = {
  /** Another replica of the ledger was asked the same before and did not answer: it may yet grant. */
  isRepeated?: true;
} & (
  | { outcome: 'granted'; grantedTotal: bigint; validForMs: number }
  | { outcome: 'short'; recallId: string; runs: readonly string[]; lacking?: readonly string[] }
  | { outcome: 'empty'; lacking?: readonly string[] }
);

export interface SlicesContext {
  ledger: SliceLedger;
  recalls: RecallBoard;
  log: Log;
  /** Monotonic milliseconds. */
  now: () => number;
  /** The ledger's clock, in Unix milliseconds. */
  ledgerMs: () => number;
  idleMs: number;
  recallWaitMs: number;
  /** Called with every sign of life from the ledger that allows spending for a time. */
  onValid: (validForMs: number) => void;
}

export interface Slices {
  /**
   * Takes `amount` units of a path before its request goes on: at once when the slice has them, otherwise
   * after a draw. Resolves to undefined, or to why not. When `signal` aborts, a request that waits leaves.
   */
  reserve(
    path: readonly string[],
    amount: bigint,
    signal?: Gone,
  ): Refusal | undefined | Promise<Refusal | undefined>;
  /** Gives a reservation up; `consumed` of it was spent. */
  settle(path: readonly string[], reserved: bigint, consumed: bigint): void;
  /** The purses that lacked units when a request on this path was refused last. */
  lacking(path: readonly string[]): readonly string[];
  /** Answers a recall: hands back what is free of these purses. Rejects, unanswered, when it cannot. */
  recall(recallId: string, purses: readonly string[]): Promise<void>;
  /** Hands back what idle slices have free. Called by a timer. */
  returnIdle(): Promise<void>;
  /** Hands back everything free. Called when the process stops. */
  returnAll(): Promise<void>;
}

/** Requests that may wait for units at the same time, over all paths. */
const maxWaiters = 4_096;
/** Paths that one run may use: about 700 bytes each (decisions/2026-11-21-slices-are-kept-for-a-run.md). */
const maxSlicesOfRun = 500_000;
/** How long a path whose window is over must have gone unused before it is forgotten: longer than any session. */
const unusedMs = 24 * 60 * 60 * 1_000;
const forgetEveryMs = 60 * 60 * 1_000;

export function createSlices(context: SlicesContext, { maxSlices = maxSlicesOfRun } = {}): Slices {
  const slices = new Map<string, Slice>();
  /** Those of which something may have to be handed back; nobody walks all slices. */
  const live = new Set<Slice>();
  const dated = createDatedPaths(context.ledgerMs);
  let forgetAt = context.now() + forgetEveryMs;
  let waiting = 0;
  let returning: Promise<void> | undefined;

  /** A caller's paths are kept, and asked for with each of its requests. */
  const keys = new WeakMap<readonly string[], string>();

  function keyOf(path: readonly string[]): string {
    const known = keys.get(path);
    if (known !== undefined) return known;
    const key = path.join('\n');
    keys.set(path, key);
    return key;
  }

  function sliceOf(path: readonly string[]): Slice | undefined {
    const key = keyOf(path);
    const known = slices.get(key);
    if (known || slices.size >= maxSlices) return known;
    if (!dated.note(key, path)) return undefined;
    const slice = createSlice(path);
    slices.set(key, slice);
    if (slices.size === maxSlices) context.log.error({ maxSlices }, 'no further keys are served: restart');
    return slice;
  }

  function wait(slice: Slice, amount: bigint, signal?: Gone): Promise<Refusal | undefined> {
    return new Promise((resolve) => {
      waiting += 1;
      const end = (why?: Refusal): void => {
        waiting -= 1;
        signal?.removeEventListener('abort', leave);
        resolve(why);
      };
      const waiter = { amount, hasWaited: false, admit: () => end(), refuse: end };
      function leave(): void {
        refuseWaiters(slice, 'gone', (other) => other === waiter);
        admitWaiters(slice);
      }
      signal?.addEventListener('abort', leave, { once: true });
      slice.waiters.push(waiter);
      serveWaiters(slice);
    });
  }

  function serveWaiters(slice: Slice): void {
    if (slice.isServing) return;
    slice.isServing = true;
    drawForWaiters(slice, context)
      .catch((error) => {
        context.log.error(
          { err: error },
          'a slice could not be drawn: requests that waited for it get 503, the next ones ask anew',
        );
        endWaiters(slice, 'unreachable');
      })
      .finally(() => {
        slice.isServing = false;
        if (slice.waiters.length > 0) serveWaiters(slice);
      });
  }

  async function returnIdle(): Promise<void> {
    const idleBefore = context.now() - context.idleMs;
    const idle = [...live].filter((slice) => slice.usedAt < idleBefore);
    const told = returnSlices(idle, context).then(() => tellAll([...live], context));
    await told.finally(() => {
      for (const slice of idle) if (isQuiet(slice)) live.delete(slice);
    });
    if (context.now() < forgetAt) return;
    forgetAt = context.now() + forgetEveryMs;
    dated.forget(forgetUnused);
  }

  function forgetUnused(key: string): boolean {
    const slice = slices.get(key);
    const isUsed =
      slice && (live.has(slice) || slice.reserved > 0n || context.now() - slice.usedAt < unusedMs);
    return !isUsed && slices.delete(key);
  }

  return {
    reserve(path, amount, signal) {
      if (signal?.aborted) return 'gone';
      const slice = sliceOf(path);
      if (!slice) return 'overloaded';
      slice.usedAt = context.now();
      live.add(slice);
      if (slice.waiters.length === 0 && freeOf(slice) >= amount) {
        slice.reserved += amount;
        keepHeadroom(slice, amount, context);
        return undefined;
      }
      if (waiting >= maxWaiters) return 'overloaded';
      return wait(slice, amount, signal);
    },
    settle(path, reserved, consumed) {
      const slice = sliceOf(path);
      if (!slice) return;
      live.add(slice);
      slice.reserved -= reserved;
      slice.consumed += consumed;
      admitWaiters(slice);
    },
    lacking: (path) => slices.get(keyOf(path))?.lacking ?? [],
    recall: (recallId, purses) => answerRecall(live, recallId, purses, context),
    returnIdle() {
      returning ??= returnIdle().finally(() => {
        returning = undefined;
      });
      return returning;
    },
    returnAll: () => returnSlices([...live], context),
  };
}
