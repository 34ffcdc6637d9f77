import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { inTransaction } from '../../postgres/transaction.ts';
import { addMove, lockPurses, movePurses, type PurseMoves } from '../purses/purse.ts';
import { findHolds, type HoldState, insertTombstone, lockHolds } from './hold.ts';

/**
 * Gives back what a hold holds, or refuses it for good when it did not come yet. Repeating changes nothing. Returns
 * how the hold ended: a close that was booked first stays.
 */
export function releaseHold(knex: Knex, id: string): Promise<Exclude<HoldState, 'held'>> {
  return inTransaction(knex, (transaction) => endHold(transaction, { id, closedBy: null }));
}

/** The same in a transaction; with `closedBy` as if that close had been booked, which also ends what was released. */
export async function endHold(
  transaction: Knex,
  { id, closedBy }: { id: string; closedBy: string | null },
): Promise<Exclude<HoldState, 'held'>> {
  const ended = closedBy === null ? 'released' : 'closed';
  if (await insertTombstone(transaction, { id, closedBy })) return ended;
  const [found] = await findHolds(transaction, [id]);
  // Purses come before holds: what was found is looked at again under their locks.
  await lockPurses(transaction, found?.path ?? []);
  const hold = (await lockHolds(transaction, [id])).get(id);
  if (!hold) throw new Error('a hold that is in the way is missing');
  if (hold.state === 'closed' || hold.state === ended) return hold.state;
  await rowsOf(transaction, 'update hold set state = ?, closed_by = ?, ended_at = now() where id = ?', [
    ended,
    closedBy,
    id,
  ]);
  const moves: PurseMoves = new Map();
  if (hold.state === 'held') addMove(moves, hold.path ?? [], { held: -hold.amount });
  await movePurses(transaction, moves);
  return ended;
}
