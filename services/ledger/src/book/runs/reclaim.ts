import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { inTransaction } from '../../postgres/transaction.ts';
import { releaseRun } from './release-run.ts';
import { lockRunWhole } from './run.ts';

/** A run that may still hold something. `beats` changes with every sign of life. */
export interface OpenRun {
  id: string;
  beats: bigint;
  /** Finished, and its last close is booked: only the release is missing. */
  isBooked: boolean;
}

export function findOpenRuns(database: Knex): Promise<OpenRun[]> {
  return rowsOf<OpenRun>(
    database,
    `select id, beats, last_seq is not null and applied_seq >= last_seq as "isBooked"
     from run where finished_at is null`,
    [],
  );
}

/**
 * Takes back all that a silent run holds, unless it gave a sign of life since `beats`. Returns the units
 * released, or undefined when it did.
 */
export function reclaimRun(knex: Knex, { id, beats }: OpenRun): Promise<bigint | undefined> {
  return inTransaction(knex, async (transaction) => {
    const run = await lockRunWhole(transaction, id);
    const [row] = await rowsOf<{ beats: bigint }>(transaction, `select beats from run where id = ?`, [id]);
    if (!run || run.isReleased || row?.beats !== beats) return undefined;
    return releaseRun(transaction, id, { isReclaimed: true });
  });
}
