import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import type { Knex } from 'knex';

/** Of codes that cannot be had, by one user, whichever replica they ask. */
const mostGuesses = 10;
const windowSeconds = 600;

/** Counts a try before it is known to be wrong, so that guesses made at the same time count as well; too many are refused. */
export async function countGuess(knex: Knex, userId: bigint): Promise<void> {
  const { rows } = await knex.raw<{ rows: { tries: number; seconds: number }[] }>(
    `insert into redemption_guesses as known (user_id, since, tries) values (:userId, now(), 1)
     on conflict (user_id) do update set
       tries = case when ${isOver} then 1 else known.tries + 1 end,
       since = case when ${isOver} then now() else known.since end
     returning tries, ceil(extract(epoch from known.since + :window * interval '1 second' - now()))::int as seconds`,
    { userId: String(userId), window: windowSeconds },
  );
  const [{ tries, seconds } = { tries: 0, seconds: 0 }] = rows;
  if (tries > mostGuesses)
    throw new FaultError(fault('too_many_requests', { retryAfterMs: Math.max(1, seconds) * 1_000 }));
}

const isOver = `known.since <= now() - :window * interval '1 second'`;

/** Whoever sends a code that is theirs has not guessed. */
export async function forgiveGuesses(knex: Knex, userId: bigint): Promise<void> {
  await knex('redemption_guesses').where({ user_id: userId }).delete();
}
