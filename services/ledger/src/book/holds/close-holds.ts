import type { Close } from '@headgate/proto/gen/headgate/events/v1/events';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import type { ParkReason } from '../../parked/park.ts';
import type { Booking } from '../post.ts';
import { addMove, type PurseMoves } from '../purses/purse.ts';
import type { Hold } from './hold.ts';

export type Holds = ReadonlyMap<string, Hold>;

/** A hold that a close ends came between two statements: the transaction begins anew, and then sees it. */
class HoldCameError extends Error {
  readonly code = '40001';
}

/** Why a close may not end its hold, if so. What was released or never came may be closed, late. */
export function holdProblem({ id, path, holdId }: Close, holds: Holds): ParkReason | undefined {
  const hold = holds.get(holdId);
  if (hold?.state === 'closed' && hold.closedBy !== id) return 'hold_closed';
  if (hold?.path && String(hold.path) !== String(path)) return 'other_content';
  return undefined;
}

/** Closes of which an earlier one ends the same hold. */
export function findSecondCloses(closes: readonly Close[]): Set<Close> {
  const seen = new Set<string>();
  return new Set(
    closes.filter(({ holdId }) => {
      const isSecond = seen.has(holdId);
      if (holdId !== '') seen.add(holdId);
      return isSecond;
    }),
  );
}

/** What purses no longer hold, since closes end their holds. */
export function movesOfHolds(bookings: readonly Booking[], holds: Holds): PurseMoves {
  const moves: PurseMoves = new Map();
  for (const { close } of bookings) {
    const hold = holds.get(close.holdId);
    if (hold?.state === 'held') addMove(moves, hold.path ?? [], { held: -hold.amount });
  }
  return moves;
}

/** Ends the holds of closes that are booked. */
export async function closeHolds(
  transaction: Knex,
  bookings: readonly Booking[],
  holds: Holds,
): Promise<void> {
  const ending = bookings.flatMap(({ close }) => (close.holdId === '' ? [] : close));
  if (ending.length === 0) return;
  const known = ending.filter(({ holdId }) => holds.has(holdId));
  const unknown = ending.filter(({ holdId }) => !holds.has(holdId));
  await rowsOf(
    transaction,
    `update hold set state = 'closed', closed_by = closing.closed_by, ended_at = now()
     from unnest(?::uuid[], ?::uuid[]) as closing (id, closed_by) where hold.id = closing.id`,
    [known.map(({ holdId }) => holdId), known.map(({ id }) => id)],
  );
  const made = await rowsOf(
    transaction,
    `insert into hold (id, state, closed_by, ended_at)
     select id, 'closed', closed_by, now() from unnest(?::uuid[], ?::uuid[]) as closing (id, closed_by) order by id
     on conflict (id) do nothing returning id`,
    [unknown.map(({ holdId }) => holdId), unknown.map(({ id }) => id)],
  );
  if (made.length < unknown.length) throw new HoldCameError();
}
