import type { Knex } from 'knex';
import { fromUserRow, type User, type UserRow } from '../users/store.ts';

export interface Session {
  tokenHash: Buffer;
  userId: bigint;
  expiresAt: Date;
  ip: string;
  userAgent: string;
}

export async function insertSession(knex: Knex, session: Session): Promise<void> {
  await knex('sessions').insert({
    token_hash: session.tokenHash,
    user_id: session.userId,
    expires_at: session.expiresAt,
    ip: session.ip,
    user_agent: session.userAgent,
  });
}

export async function deleteSession(knex: Knex, tokenHash: Buffer): Promise<void> {
  await knex('sessions').where({ token_hash: tokenHash }).delete();
}

export async function deleteExpiredSessions(knex: Knex): Promise<void> {
  await knex('sessions').where('expires_at', '<=', knex.fn.now()).delete();
}

/** The user as he is now, not as he was when the session began. */
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
