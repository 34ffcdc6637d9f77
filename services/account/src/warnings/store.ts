import type { Knex } from 'knex';

/** A letter that is this process's to send, until its lease ends. */
export interface ClaimedWarning {
  noticeId: string;
  userId: bigint;
  leftUnits: bigint;
  belowUnits: bigint;
  /** This one included. */
  tries: number;
}

export type NewWarning = Omit<ClaimedWarning, 'tries'>;

/** Once for a notice, however often it is listed. */
export async function insertWarning(transaction: Knex.Transaction, warning: NewWarning): Promise<void> {
  await transaction.raw(
    `insert into warnings (notice_id, user_id, left_units, below_units)
     select ?, id, ?, ? from users where id = ? on conflict do nothing`,
    [warning.noticeId, String(warning.leftUnits), String(warning.belowUnits), String(warning.userId)],
  );
}

/** Takes letters that are due, each for one process: whoever does not end its own in time leaves it to the others. */
export async function claimDue(
  knex: Knex,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<ClaimedWarning[]> {
  const { rows } = await knex.raw<{ rows: ClaimedWarning[] }>(
    `with due as (
       select notice_id from warnings
       where state = 'waiting' and next_try_at <= now() order by next_try_at limit ? for update skip locked)
     update warnings set tries = tries + 1, next_try_at = now() + ? * interval '1 millisecond'
     from due where warnings.notice_id = due.notice_id
     returning warnings.notice_id as "noticeId", user_id as "userId", left_units as "leftUnits",
       below_units as "belowUnits", tries`,
    [limit, leaseMs],
  );
  return rows;
}

/** A success counts whoever had it, and when. */
export async function noteSent(knex: Knex, { noticeId }: ClaimedWarning): Promise<void> {
  await knex('warnings')
    .where({ notice_id: noticeId })
    .update({ state: 'sent', problem: '', ended_at: knex.fn.now() });
}

/** Puts a letter off, unless another process has taken it over. */
export async function postpone(
  knex: Knex,
  warning: ClaimedWarning,
  { problem, pauseMs }: { problem: string; pauseMs: number },
): Promise<void> {
  await ofThisTry(knex, warning).update({
    problem,
    next_try_at: knex.raw(`now() + ? * interval '1 millisecond'`, [pauseMs]),
  });
}

export async function giveUp(knex: Knex, warning: ClaimedWarning, problem: string): Promise<void> {
  await ofThisTry(knex, warning).update({ state: 'given_up', problem, ended_at: knex.fn.now() });
}

function ofThisTry(knex: Knex, { noticeId, tries }: ClaimedWarning) {
  return knex('warnings').where({ notice_id: noticeId, state: 'waiting', tries });
}

/** Later than ledger forgets notices: one that is listed again must still be known. */
const keptFor = '60 days';

export async function deleteOldWarnings(knex: Knex): Promise<void> {
  await knex('warnings').whereRaw(`ended_at < now() - interval '${keptFor}'`).delete();
}
