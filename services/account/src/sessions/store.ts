import type { Knex } from 'knex';
import { fromUserRow, type User, type UserRow } from '../users/store.ts';

export interface Session {
  tokenHash: Buffer;
  /** As they were when they proved who they are. */
  user: Pick<User, 'id' | 'passwordHash'>;
  expiresAt: Date;
  ip: string;
  userAgent: string;
  /** How long it may do what needs a fresh proof. */
  verifiedSeconds?: number;
}

/**
 * Whether it was written: not where the user was disabled, or their password changed, since they proved who they are. What ends
 * all sessions of a user writes their row, which this waits for: none begins behind its back.
 */
export async function insertSession(knex: Knex, session: Session): Promise<boolean> {
  const { tokenHash, user, expiresAt, ip, userAgent, verifiedSeconds = null } = session;
  const { rowCount } = await knex.raw<{ rowCount: number }>(
    `insert into sessions (token_hash, user_id, expires_at, ip, user_agent, verified_until)
     select :tokenHash, id, :expiresAt, :ip, :userAgent, now() + :verifiedSeconds * interval '1 second'
       from users
      where id = :userId and enabled and not removed and password_hash is not distinct from :passwordHash
        for share`,
    {
      ...{ tokenHash, expiresAt, ip, userAgent, verifiedSeconds },
      ...{ userId: String(user.id), passwordHash: user.passwordHash },
    },
  );
  return rowCount > 0;
}

export async function deleteSession(knex: Knex, tokenHash: Buffer): Promise<void> {
  await knex('sessions').where({ token_hash: tokenHash }).delete();
}

export async function deleteExpiredSessions(knex: Knex): Promise<void> {
  await knex('sessions').where('expires_at', '<=', knex.fn.now()).delete();
}

/** The user as they are now, not as they were when the session began. */
export async function findSessionUser(knex: Knex, tokenHash: Buffer): Promise<User | undefined> {
  const row = await knex<UserRow>('users')
    .join('sessions', 'sessions.user_id', 'users.id')
    .where('sessions.token_hash', tokenHash)
    .where('sessions.expires_at', '>', knex.fn.now())
    .where({ 'users.enabled': true, 'users.removed': false })
    .first<UserRow | undefined>('users.*');
  return row && fromUserRow(row);
}

/** Notes that a session was used, at most once a minute: a page makes many requests. */
export async function touchSession(knex: Knex, tokenHash: Buffer): Promise<void> {
  await knex('sessions')
    .where({ token_hash: tokenHash })
    .whereRaw(`last_seen_at < now() - interval '1 minute'`)
    .update({ last_seen_at: knex.fn.now() });
}

export interface SessionRow {
  id: bigint;
  token_hash: Buffer;
  user_id: bigint;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  ip: string;
  user_agent: string;
}

/** More than one person has; the newest are shown. */
const mostListed = 100;

/** The sessions of a user that still hold, that used last first. */
export async function listSessions(knex: Knex, userId: bigint): Promise<SessionRow[]> {
  return knex<SessionRow>('sessions')
    .where({ user_id: userId })
    .where('expires_at', '>', knex.fn.now())
    .orderBy([
      { column: 'last_seen_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(mostListed);
}

/** Whether there was one. */
export async function deleteSessionOfUser(
  transaction: Knex.Transaction,
  userId: bigint,
  id: bigint,
): Promise<boolean> {
  const gone = await transaction<SessionRow>('sessions').where({ user_id: userId, id }).delete();
  return gone > 0;
}

/** Signs a user out everywhere. */
export async function deleteSessionsOfUser(transaction: Knex.Transaction, userId: bigint): Promise<void> {
  await transaction<SessionRow>('sessions').where({ user_id: userId }).delete();
}

/** Whether a user is signed in from an address. */
export async function hasSessionFrom(knex: Knex, userId: bigint, ip: string): Promise<boolean> {
  const row = await knex<SessionRow>('sessions')
    .where({ user_id: userId, ip })
    .where('expires_at', '>', knex.fn.now())
    .first('id');
  return row !== undefined;
}
