import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import { refuse } from '../operations/refuse.ts';
import type { User } from '../users/store.ts';
import { deleteExpiredSessions, deleteSession, insertSession } from './store.ts';
import { makeToken } from './token.ts';

const lifetimeSeconds = 30 * 24 * 60 * 60;
const longestUserAgent = 512;

/**
 * Signs a user in under a new token, and ends the session by which this was asked: whoever knew its token before is not signed
 * in by it now. Also after a change of what a session may do.
 * @param verifiedSeconds how long it may do what needs a fresh proof.
 */
export async function beginSession(
  { knex }: Pick<Context, 'knex'>,
  act: Act,
  user: User,
  { verifiedSeconds }: { verifiedSeconds?: number } = {},
): Promise<void> {
  const { token, tokenHash } = makeToken();
  const expiresAt = new Date(Date.now() + lifetimeSeconds * 1_000);
  const userAgent = act.userAgent.slice(0, longestUserAgent);
  await deleteExpiredSessions(knex);
  const isBegun = await insertSession(knex, {
    tokenHash,
    user,
    expiresAt,
    ip: act.ip,
    userAgent,
    ...(verifiedSeconds !== undefined && { verifiedSeconds }),
  });
  if (!isBegun) refuse('account_changed');
  if (act.sessionHash) await deleteSession(knex, act.sessionHash);
  act.keepSession(token, lifetimeSeconds);
}
