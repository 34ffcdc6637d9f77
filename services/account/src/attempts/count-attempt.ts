import { createHash } from 'node:crypto';
import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import type { Knex } from 'knex';

/** How often something may be tried. */
export interface AttemptRule {
  kind: string;
  /** So many are free; each further one must wait, twice as long as the one before. */
  free: number;
  /** Without another attempt for so long, pauses not counted, all is forgotten. */
  windowSeconds: number;
  firstPauseSeconds: number;
  longestPauseSeconds: number;
  /** What whoever must wait is told. */
  message: string;
}

const pause = `
  case when a.window_ends_at > now() and a.count + 1 >= :free
       then least(:longest, :first * 2 ^ least(a.count + 1 - :free, 20)) * interval '1 second'
       else interval '0'
  end`;

/** The pause goes by the clock: of attempts made together the one that waits for the row has a `now()` from before the other's. */
const countOne = `
  insert into attempts as a (kind, subject, count, window_ends_at, refused_until)
  values (:kind, :subject, 1, now() + :window * interval '1 second', clock_timestamp())
  on conflict (kind, subject) do update set
    count = case when a.window_ends_at <= now() then 1 else a.count + 1 end,
    window_ends_at = excluded.window_ends_at + ${pause},
    refused_until = clock_timestamp() + ${pause}
  where a.refused_until <= clock_timestamp()`;

/**
 * Counts one more attempt, before it is known how it ends, so that those made at the same time count as well. Throws 429 with the
 * time to wait when there were too many; an attempt that is refused so does not count. The rows are as many as there were
 * attempts within the window.
 */
export async function countAttempt(knex: Knex, rule: AttemptRule, subject: string): Promise<void> {
  const { kind, free, windowSeconds: window, firstPauseSeconds: first, longestPauseSeconds: longest } = rule;
  const key = { kind, subject: hashSubject(subject) };
  await knex('attempts').where('window_ends_at', '<=', knex.fn.now()).delete();
  const { rowCount } = await knex.raw<{ rowCount: number }>(countOne, {
    ...key,
    free,
    window,
    first,
    longest,
  });
  if (rowCount > 0) return;
  const row = await knex('attempts')
    .where(key)
    .first<{ ms: number } | undefined>(
      knex.raw('extract(epoch from refused_until - now())::float8 * 1000 as ms'),
    );
  const retryAfterMs = Math.max(1_000, Math.ceil(row?.ms ?? 0));
  throw new FaultError(fault('too_many_requests', { message: rule.message, retryAfterMs }));
}

/** Forgets what was counted. */
export async function forgetAttempts(knex: Knex, { kind }: AttemptRule, subject: string): Promise<void> {
  await knex('attempts')
    .where({ kind, subject: hashSubject(subject) })
    .delete();
}

function hashSubject(subject: string): Buffer {
  return createHash('sha256').update(subject, 'utf8').digest();
}
