import { type AttemptRule, countAttempt, forgetAttempts } from '../attempts/count-attempt.ts';
import type { Context } from '../context.ts';
import { foldEmail } from '../users/find-user.ts';
import type { User } from '../users/store.ts';
import { hasSessionFrom } from './store.ts';

/**
 * Short pauses, so that nobody shuts somebody else out for long; at the longest, 30 guesses an hour are left. Decided in
 * decisions/2026-11-22-throttled-sign-ins.md.
 */
const rule: AttemptRule = {
  kind: 'login',
  free: 5,
  windowSeconds: 15 * 60,
  firstPauseSeconds: 15,
  longestPauseSeconds: 120,
  message: 'Too many refused attempts to sign in as this user. Wait a little.',
};

/** Nobody has this id: asking for their sessions costs what asking for anybody's does. */
const nobody = 0n;

interface LoginThrottle {
  /** Counts one attempt more; throws 429 where there were too many. */
  count(): Promise<void>;
  /** Forgets them. */
  forgive(): Promise<void>;
}

/**
 * What counts attempts to sign in as `name`, whether or not there is such a user. Names count as they were typed, and not for
 * their users: what names share a pause would tell which users there are. Addresses where the user is signed in are counted
 * apart, so that strangers do not shut the user out there.
 */
export async function throttleLogin(
  { knex }: Pick<Context, 'knex'>,
  { user, name, ip }: { user: User | undefined; name: string; ip: string },
): Promise<LoginThrottle> {
  const isKnown = await hasSessionFrom(knex, user?.id ?? nobody, ip);
  // The name last: it is whatever was typed, and must not read as another subject.
  const subject = isKnown ? `from ${ip} ${subjectOf(name)}` : subjectOf(name);
  return {
    count: () => countAttempt(knex, rule, subject),
    forgive: () => forgetAttempts(knex, rule, subject),
  };
}

/** Forgets what strangers did: the user has shown by other means that it is they. */
export async function forgiveLogins(
  { knex }: Pick<Context, 'knex'>,
  names: readonly string[],
): Promise<void> {
  for (const name of names) await forgetAttempts(knex, rule, subjectOf(name));
}

/** In letters of any size it is one name, as an e-mail address is. */
function subjectOf(name: string): string {
  return `name ${foldEmail(name)}`;
}
