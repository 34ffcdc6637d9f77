import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';

/**
 * Notes that a run lives, and makes it when it is not known. Returns how far its closes are booked, or
 * undefined when the run was reclaimed: what it believes to hold is no longer its own.
 */
export async function noteHeartbeat(
  knex: Knex,
  run: string,
  openRequests: bigint,
): Promise<bigint | undefined> {
  const [row] = await rowsOf<{ appliedSeq: bigint }>(
    knex,
    `insert into run (id, beats, open_requests) values (?, 1, ?)
     on conflict (id) do update
       set seen_at = now(), beats = run.beats + 1, open_requests = excluded.open_requests
       where not run.reclaimed
     returning applied_seq as "appliedSeq"`,
    [run, openRequests],
  );
  return row?.appliedSeq;
}
