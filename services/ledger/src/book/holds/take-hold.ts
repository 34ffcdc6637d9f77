import type { Knex } from 'knex';
import { inTransaction } from '../../postgres/transaction.ts';
import { addMove, lockPurses, movePurses, type PurseMoves } from '../purses/purse.ts';
import { shareOut } from '../slices/share-out.ts';
import { findHolders } from '../slices/slice.ts';
import { findHolds, type Hold, insertHold } from './hold.ts';

export interface WantedHold {
  id: string;
  path: readonly string[];
  amount: bigint;
  ref: string;
}

export type HoldOutcome =
  | { kind: 'held' }
  /** Others hold units of these purses: runs, and perhaps other tasks, of which nothing can be recalled. */
  | { kind: 'short'; purses: string[]; holders: string[] }
  | { kind: 'empty'; purses: string[] }
  | { kind: 'released' }
  | { kind: 'closed' }
  | { kind: 'other-content' }
  | { kind: 'unknown-purses'; purses: string[] };

/**
 * Holds the whole amount on every purse of a path, or nothing. Only what is held or has ended is remembered: a refusal
 * is judged anew when it is asked again, as with draws.
 */
export function takeHold(knex: Knex, wanted: WantedHold): Promise<HoldOutcome> {
  const { id, path, amount, ref } = wanted;
  return inTransaction(knex, async (transaction): Promise<HoldOutcome> => {
    const purses = await lockPurses(transaction, path);
    const [known] = await findHolds(transaction, [id]);
    if (known) return outcomeOf(known, wanted);
    const unknown = path.filter((purse) => !purses.has(purse));
    if (unknown.length > 0) return { kind: 'unknown-purses', purses: unknown };

    const share = shareOut(
      [...purses.values()],
      { need: amount, want: amount },
      { liveRuns: 1n, heldByAsker: 0n },
    );
    if (share.kind === 'lack') {
      if (!share.isLeft) return { kind: 'empty', purses: share.purses };
      return { kind: 'short', purses: share.purses, holders: await findHolders(transaction, share.purses) };
    }
    if (!(await insertHold(transaction, { id, path: [...path], amount, ref }))) {
      const [other] = await findHolds(transaction, [id]);
      if (!other) throw new Error('a hold that is in the way is missing');
      return outcomeOf(other, wanted);
    }
    const moves: PurseMoves = new Map();
    addMove(moves, path, { held: amount });
    await movePurses(transaction, moves);
    return { kind: 'held' };
  });
}

function outcomeOf(known: Hold, { path, amount, ref }: WantedHold): HoldOutcome {
  // A tombstone knows nothing of what it refuses.
  if (known.path === null) return { kind: known.state };
  const isSame = known.amount === amount && known.ref === ref && String(known.path) === String(path);
  return { kind: isSame ? known.state : 'other-content' };
}
