import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { findParkedEnd } from '../../parked/find-parked.ts';
import { inTransaction } from '../../postgres/transaction.ts';
import { lockPurses } from '../purses/purse.ts';
import { endHold } from './end-hold.ts';
import { findHolds, type Hold, type HoldState, lockHolds } from './hold.ts';

export type LostHoldRelease =
  | { kind: 'released'; hold: Hold }
  | { kind: 'unknown' }
  | { kind: 'ended'; state: Exclude<HoldState, 'held'> }
  /** Whoever replays its end bills it, whoever drops it gives it back. */
  | { kind: 'parked'; seq: bigint };

/**
 * Gives back what no task will end, since a person says so, and keeps who did and why. Unlike the release of a task it makes no
 * tombstone: an id that is mistyped is told. Should the task's close come after all, it is booked as late.
 */
export function releaseLostHold(
  knex: Knex,
  id: string,
  { actor, reason }: { actor: string; reason: string },
): Promise<LostHoldRelease> {
  return inTransaction(knex, async (transaction): Promise<LostHoldRelease> => {
    const [found] = await findHolds(transaction, [id]);
    await lockPurses(transaction, found?.path ?? []);
    const hold = (await lockHolds(transaction, [id])).get(id);
    if (!hold) return { kind: 'unknown' };
    if (hold.state !== 'held') return { kind: 'ended', state: hold.state };
    const parked = await findParkedEnd(transaction, hold.id);
    if (parked) return { kind: 'parked', seq: parked.seq };
    await rowsOf(
      transaction,
      `insert into lost_hold (id, path, amount, ref, made_at, actor, reason)
       select id, path, amount, ref, made_at, ?, ? from hold where id = ?`,
      [actor, reason, id],
    );
    await endHold(transaction, { id, closedBy: null });
    return { kind: 'released', hold };
  });
}
