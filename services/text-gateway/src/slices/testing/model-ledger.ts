import type { DrawAnswer } from '../slices.ts';

/** The ledger's rules for slices in memory, as in services/ledger/src/book/slices; there they are tested with SQL. */
export interface ModelLedger {
  draw(run: string, asked: Asked, recall: (recall: Recall) => void): DrawAnswer;
  return(run: string, totals: readonly { path: readonly string[]; returnedTotal: bigint }[]): void;
  /** Books what a close consumed; returns what could be taken of the slice. */
  consume(run: string, path: readonly string[], units: bigint): bigint;
  slice(run: string, path: readonly string[]): ModelSlice;
}

interface Asked {
  path: readonly string[];
  drawNo: bigint;
  need: bigint;
  want: bigint;
}

export interface Recall {
  recallId: string;
  purses: string[];
}

export interface ModelSlice {
  run: string;
  path: readonly string[];
  granted: bigint;
  returned: bigint;
  consumed: bigint;
  drawNo: bigint;
}

const runCount = 2n;

export function heldBy({ granted, returned, consumed }: ModelSlice): bigint {
  return granted - returned - consumed;
}

export function createModelLedger(grants: Readonly<Record<string, bigint>>): ModelLedger {
  const slices = new Map<string, ModelSlice>();
  let recallCount = 0;

  function sliceOf(run: string, path: readonly string[]): ModelSlice {
    const name = [run, ...path].join();
    const slice = slices.get(name) ?? { run, path, granted: 0n, returned: 0n, consumed: 0n, drawNo: 0n };
    slices.set(name, slice);
    return slice;
  }

  const holdersOf = (purse: string): ModelSlice[] =>
    [...slices.values()].filter((slice) => slice.path.includes(purse));

  /** What a purse has that no slice holds and no close used. */
  function freeOf(purse: string): bigint {
    return holdersOf(purse).reduce(
      (free, slice) => free - slice.granted + slice.returned,
      grants[purse] ?? 0n,
    );
  }

  function refuse(slice: ModelSlice, lacking: string[], recall: (recall: Recall) => void): DrawAnswer {
    const others = lacking.flatMap(holdersOf).filter((other) => other !== slice && heldBy(other) > 0n);
    if (others.length === 0) return { outcome: 'empty' };
    recallCount += 1;
    const recallId = `recall ${recallCount}`;
    recall({ recallId, purses: lacking });
    return { outcome: 'short', recallId, runs: [...new Set(others.map(({ run }) => run))] };
  }

  return {
    slice: sliceOf,
    draw(run, { path, drawNo, need, want }, recall) {
      const slice = sliceOf(run, path);
      const validForMs = 1_000;
      if (drawNo <= slice.drawNo) return { outcome: 'granted', grantedTotal: slice.granted, validForMs };
      const lacking = path.filter((purse) => freeOf(purse) < need);
      if (lacking.length > 0) return refuse(slice, lacking, recall);
      const free = path.map(freeOf).reduce((least, units) => (units < least ? units : least));
      const share = free / (2n * runCount);
      const cap = need > share ? need : share;
      slice.granted += want < cap ? want : cap;
      slice.drawNo = drawNo;
      return { outcome: 'granted', grantedTotal: slice.granted, validForMs };
    },
    return(run, totals) {
      for (const { path, returnedTotal } of totals) {
        const slice = sliceOf(run, path);
        const most = slice.granted - slice.consumed;
        const total = returnedTotal < most ? returnedTotal : most;
        if (total > slice.returned) slice.returned = total;
      }
    },
    consume(run, path, units) {
      const slice = sliceOf(run, path);
      const taken = units < heldBy(slice) ? units : heldBy(slice);
      slice.consumed += taken;
      return taken;
    },
  };
}
