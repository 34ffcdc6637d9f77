import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { inTransaction } from '../../postgres/transaction.ts';
import { releaseRun } from './release-run.ts';
import { lockRunWhole, makeRuns } from './run.ts';

export interface FinishedRun {
  appliedSeq: bigint;
  /** The run holds nothing and all its closes are booked: its journal can go. */
  isFinished: boolean;
}

/**
 * Ends a run: from now on its draws are refused. What it holds is released once its last close is booked,
 * here or by `releaseIfBooked` when that close comes later. Only a number that the ledger did not know is a
 * sign of life: a run that can never be booked must fall silent, although its end is asked for every second.
 */
export function finishRun(knex: Knex, id: string, lastSeq: bigint): Promise<FinishedRun> {
  return inTransaction(knex, async (transaction) => {
    await makeRuns(transaction, [id]);
    const run = await lockRunWhole(transaction, id);
    if (!run) throw new Error('a run that was just made is missing');
    await rowsOf(
      transaction,
      `update run set last_seq = ?::bigint, seen_at = now(), beats = beats + 1
       where id = ? and (last_seq is null or last_seq < ?::bigint)`,
      [lastSeq, id, lastSeq],
    );
    const isBooked = run.appliedSeq >= lastSeq;
    // A reclaimed run holds nothing to wait for; a journal that lost its end may go with what it still knew.
    if (isBooked && run.isReclaimed) return { appliedSeq: run.appliedSeq, isFinished: true };
    const isFinished = isBooked && run.appliedSeq >= (run.lastSeq ?? 0n);
    if (isFinished && !run.isReleased) await releaseRun(transaction, id, { isReclaimed: false });
    return { appliedSeq: run.appliedSeq, isFinished };
  });
}

/** Releases a finished run whose last close has been booked meanwhile; does nothing to any other run. */
export function releaseIfBooked(knex: Knex, id: string): Promise<boolean> {
  return inTransaction(knex, async (transaction) => {
    const run = await lockRunWhole(transaction, id);
    if (!run || run.isReleased || run.lastSeq === null || run.appliedSeq < run.lastSeq) return false;
    await releaseRun(transaction, id, { isReclaimed: false });
    return true;
  });
}
