import type { Sql } from '../../e2e/testing/sql.ts';

/** What a backup knew, as it was restored and before anything was booked beyond it. */
export interface Known {
  /** The message of the stream up to which it was booked. */
  cursorSeq: bigint;
  /** How far the closes of each run were booked. */
  appliedSeqs: ReadonlyMap<string, bigint>;
  entryIds: ReadonlySet<string>;
  /** The states of tasks, by the id of their entry. */
  tasks: ReadonlyMap<string, string>;
}

export async function readKnown(sql: Sql['query']): Promise<Known> {
  const [cursor] = await sql('select last_seq as "seq" from ledger.cursor');
  const runs = await sql('select id::text, applied_seq as "seq" from ledger.run');
  const entries = await sql('select id::text from ledger.entry');
  const tasks = await sql('select close_id::text as id, state from media.task');
  return {
    cursorSeq: BigInt(String(cursor?.seq ?? 0)),
    appliedSeqs: new Map(runs.map(({ id, seq }) => [String(id), BigInt(String(seq))])),
    entryIds: new Set(entries.map(({ id }) => String(id))),
    tasks: new Map(tasks.map(({ id, state }) => [String(id), String(state)])),
  };
}
