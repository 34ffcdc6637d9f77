import { partyOf } from '@headgate/runtime/party-of';
import { type AttemptRule, countAttempt } from '../attempts/count-attempt.ts';
import type { Context } from '../context.ts';

const byAddress: AttemptRule = {
  kind: 'mail to',
  free: 3,
  windowSeconds: 15 * 60,
  firstPauseSeconds: 5 * 60,
  longestPauseSeconds: 60 * 60,
  message: 'Mail was sent to this address already. Look for it, or wait a little.',
};

const byOrigin: AttemptRule = {
  kind: 'mail from',
  free: 20,
  windowSeconds: 20 * 60,
  firstPauseSeconds: 60,
  longestPauseSeconds: 20 * 60,
  message: 'Too much mail was asked for from here. Wait a little.',
};

/** Keeps a mailbox from being filled, by whoever asks and whether or not there is a user behind it. Throws 429. */
export async function throttleMail(
  { knex }: Pick<Context, 'knex'>,
  { email, ip }: { email: string; ip: string },
): Promise<void> {
  await countAttempt(knex, byOrigin, partyOf(ip));
  await countAttempt(knex, byAddress, email);
}
