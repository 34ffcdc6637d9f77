import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';

/** The table is that of a hundred runs at most, or of a few more where several run at once. */
const keptVerdicts = 100;

/** What the newest run found, and how long ago. */
export interface NewestVerdict {
  contradictions: number;
  ageSeconds: number;
}

/** Of a run that begins. */
export async function takeVerdictNo(transaction: Knex): Promise<bigint> {
  const [row] = await rowsOf<{ no: bigint }>(transaction, `select nextval('verdict_no') as no`, []);
  if (!row) throw new Error('the sequence of verdicts gave no number');
  return row.no;
}

/** In the transaction that verified: it began when that did, by the database's clock. */
export async function noteVerdict(
  transaction: Knex,
  { no, entries, contradictions }: { no: bigint; entries: bigint; contradictions: bigint },
): Promise<void> {
  await rowsOf(
    transaction,
    `insert into verdict (verdict_no, began_at, ended_at, entries, contradictions)
     values (?, now(), clock_timestamp(), ?, ?)`,
    [no, entries, contradictions],
  );
}

/** Makes room for one more. */
export async function forgetVerdicts(knex: Knex): Promise<void> {
  await rowsOf(
    knex,
    `delete from verdict where verdict_no <= (
       select verdict_no from verdict order by verdict_no desc offset ${keptVerdicts - 1} limit 1)`,
    [],
  );
}

export async function findNewestVerdict(knex: Knex): Promise<NewestVerdict | undefined> {
  const [row] = await rowsOf<NewestVerdict>(
    knex,
    `select contradictions::float8 as contradictions,
       greatest(extract(epoch from clock_timestamp() - ended_at), 0)::float8 as "ageSeconds"
     from verdict order by verdict_no desc limit 1`,
    [],
  );
  return row;
}

/** Whether none was given within this time. One of the future, by a clock that was set back since, does not count. */
export async function isVerdictDue(knex: Knex, everyMs: number): Promise<boolean> {
  const [row] = await rowsOf<{ isDue: boolean }>(
    knex,
    `select not exists (
       select from verdict
       where clock_timestamp() - ended_at between interval '0' and ?::float8 * interval '1 millisecond') as "isDue"`,
    [everyMs],
  );
  return row?.isDue ?? false;
}

/**
 * Keeps others that claim it from verifying, until the transaction ends; fails at once where somebody does. Locking a table
 * takes no snapshot: what the transaction sees is of a later moment, with the verdict of whoever had the lock before.
 */
export async function claimVerdicts(transaction: Knex): Promise<void> {
  await rowsOf(transaction, 'lock table verdict in share update exclusive mode nowait', []);
}
