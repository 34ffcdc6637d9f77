import { randomUUID } from 'node:crypto';
import { type Close, Kind } from '@headgate/proto/gen/headgate/events/v1/events';
import { makeClose } from './close.ts';

/** What one run of a gateway keeps in memory and in its journal, and nothing more. */
export interface ModelRun {
  id: string;
  slices: Map<string, ModelSlice>;
  /** Every close it ever made, by rising seq. */
  journal: Close[];
  openRequests: { slice: ModelSlice; reserved: bigint }[];
}

export interface ModelSlice {
  path: string[];
  granted: bigint;
  returned: bigint;
  consumed: bigint;
  reserved: bigint;
  drawNo: bigint;
}

export function startRun(): ModelRun {
  return { id: randomUUID(), slices: new Map(), journal: [], openRequests: [] };
}

export function sliceOf(run: ModelRun, path: string[]): ModelSlice {
  const name = path.join(' ');
  const known = run.slices.get(name);
  if (known) return known;
  const slice = { path, granted: 0n, returned: 0n, consumed: 0n, reserved: 0n, drawNo: 1n };
  run.slices.set(name, slice);
  return slice;
}

export function freeOf({ granted, returned, consumed, reserved }: ModelSlice): bigint {
  return granted - returned - consumed - reserved;
}

/** Admits a request when its slice has room for it. */
export function openRequest(run: ModelRun, slice: ModelSlice, reserved: bigint): boolean {
  if (freeOf(slice) < reserved) return false;
  slice.reserved += reserved;
  run.openRequests.push({ slice, reserved });
  return true;
}

/** Ends one open request, which used up part of what was reserved; returns its close. */
export function closeRequest(run: ModelRun, index: number, usedUnits: bigint): Close | undefined {
  const [request] = run.openRequests.splice(index, 1);
  if (!request) return undefined;
  const { slice, reserved } = request;
  slice.reserved -= reserved;
  slice.consumed += usedUnits;
  return journal(run, { path: slice.path, reserved, inputTokens: usedUnits });
}

/** What recovery does for a killed run: all that was open is closed at the house's cost. */
export function interruptAll(run: ModelRun): void {
  for (const { slice, reserved } of run.openRequests.splice(0)) {
    journal(run, { path: slice.path, reserved, kind: Kind.INTERRUPTED });
  }
}

function journal(run: ModelRun, of: Partial<Parameters<typeof makeClose>[0]> & { path: string[] }): Close {
  const seq = BigInt(run.journal.length + 1);
  const close = makeClose({ ...of, run: run.id, seq, consumed: of.inputTokens ?? 0n });
  run.journal.push(close);
  return close;
}
