import type { Knex } from 'knex';
import { inTransaction } from '../../postgres/transaction.ts';
import { addMove, lockPurses, movePurses, type PurseMoves } from '../purses/purse.ts';
import { pathId } from './path-id.ts';
import { returnFromSlices } from './slice.ts';

export interface SliceTotal {
  path: readonly string[];
  /** All that was ever returned from the slice. */
  returnedTotal: bigint;
}

/** Takes back what slices of a run do not need. Totals are cumulative: repeating or reordering is harmless. */
export function returnUnits(knex: Knex, run: string, slices: readonly SliceTotal[]): Promise<void> {
  const totals = new Map<string, bigint>();
  for (const { path, returnedTotal } of slices) {
    const id = pathId(path);
    const known = totals.get(id) ?? 0n;
    totals.set(id, returnedTotal > known ? returnedTotal : known);
  }
  return inTransaction(knex, async (transaction) => {
    await lockPurses(
      transaction,
      slices.flatMap(({ path }) => path),
    );
    const moves: PurseMoves = new Map();
    for (const { path, taken } of await returnFromSlices(transaction, run, totals)) {
      addMove(moves, path, { held: -taken });
    }
    await movePurses(transaction, moves);
  });
}
