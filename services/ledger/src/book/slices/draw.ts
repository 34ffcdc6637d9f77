import type { Knex } from 'knex';
import { inTransaction } from '../../postgres/transaction.ts';
import { addMove, lockPurses, movePurses, type PurseMoves } from '../purses/purse.ts';
import { countLiveRuns, shareRun } from '../runs/run.ts';
import { pathId } from './path-id.ts';
import { shareOut } from './share-out.ts';
import { findHolders, findSlice, grantToSlice, heldBy } from './slice.ts';

export interface Draw {
  run: string;
  path: readonly string[];
  drawNo: bigint;
  need: bigint;
  want: bigint;
}

export type DrawOutcome =
  | { kind: 'granted'; grantedTotal: bigint }
  /** Others hold units of these purses. */
  | { kind: 'short'; purses: string[]; holders: string[] }
  | { kind: 'empty'; purses: string[] }
  | { kind: 'run-finished' }
  | { kind: 'unknown-purses'; purses: string[] };

/**
 * Grants a run more of a path. A draw_no that was granted gets the same total again, and so does an older
 * one. A refusal changes nothing and is not remembered: when its answer was lost, the same draw_no is judged
 * anew, because a remembered refusal would outlive a top-up.
 */
export function draw(
  knex: Knex,
  asked: Draw,
  { toleranceMs }: { toleranceMs: number },
): Promise<DrawOutcome> {
  const { run, path, drawNo } = asked;
  const key = { run, pathId: pathId(path) };
  return inTransaction(knex, async (transaction): Promise<DrawOutcome> => {
    const { lastSeq, isReleased } = await shareRun(transaction, run);
    if (lastSeq !== null || isReleased) return { kind: 'run-finished' };
    const purses = await lockPurses(transaction, path);
    const unknown = path.filter((id) => !purses.has(id));
    if (unknown.length > 0) return { kind: 'unknown-purses', purses: unknown };

    const slice = await findSlice(transaction, key);
    if (slice && drawNo <= slice.drawNo) return { kind: 'granted', grantedTotal: slice.granted };

    const liveRuns = await countLiveRuns(transaction, toleranceMs);
    const share = shareOut([...purses.values()], asked, { liveRuns, heldByAsker: heldBy(slice) });
    if (share.kind === 'lack') {
      const holders = share.isLeft ? await findHolders(transaction, share.purses, key) : [];
      if (holders.length === 0) return { kind: 'empty', purses: share.purses };
      return { kind: 'short', purses: share.purses, holders };
    }
    const grantedTotal = await grantToSlice(transaction, key, path, { drawNo, units: share.units });
    const moves: PurseMoves = new Map();
    addMove(moves, path, { held: share.units });
    await movePurses(transaction, moves);
    return { kind: 'granted', grantedTotal };
  });
}
