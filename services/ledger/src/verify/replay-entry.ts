import type { Entry, EntryKind } from '../book/entry.ts';
import { pathId } from '../book/slices/path-id.ts';
import type { Tally } from './tally.ts';

/** An entry, with what the usage log says of it where it still does. */
export interface ReplayedEntry extends Entry {
  batchNo: bigint | null;
  bookedAtUs: bigint;
  run: string | null;
  consumed: bigint | null;
  loggedAmount: bigint | null;
}

/** Adds what one entry says to everything that can be rebuilt from entries. */
export function replayEntry(tally: Tally, entry: ReplayedEntry): void {
  const { kind, path, amount, ref } = entry;
  const excused = excusedBy(entry);
  for (const id of path) {
    tally.add({ kind: isGrant(kind) ? 'granted' : 'used', id }, amount);
    if (excused > 0n) tally.add({ kind: 'excused', id }, excused);
    if (isGrant(kind)) tally.add({ kind: 'source', id, detail: ref ?? '' }, amount);
  }
  if (kind === 'refund') tally.add({ kind: 'refunded', id: ref ?? '' }, -amount);
  if (entry.run !== null)
    tally.add({ kind: 'consumed', id: entry.run, detail: pathId(path) }, entry.consumed ?? 0n);
}

/** Settle, interrupted and refund change `used` of their purses, grant and adjust `granted`. */
function isGrant(kind: EntryKind): boolean {
  return kind === 'grant' || kind === 'adjust';
}

/** By how much an entry may bring its purses above what they were granted. */
function excusedBy({ kind, amount, overrun, late }: ReplayedEntry): bigint {
  if (late) return amount;
  return kind === 'adjust' && amount < 0n ? overrun - amount : overrun;
}
