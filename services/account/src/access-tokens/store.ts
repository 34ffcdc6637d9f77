import type { Knex } from 'knex';
import { fromUserRow, type User, type UserRow } from '../users/store.ts';

export interface AccessTokenRow {
  id: bigint;
  user_id: bigint;
  name: string;
  token_hash: Buffer;
  created_at: Date;
  last_used_at: Date | null;
}

export async function listAccessTokens(knex: Knex, userId: bigint): Promise<AccessTokenRow[]> {
  return knex<AccessTokenRow>('access_tokens').where({ user_id: userId }).orderBy('id');
}

export async function insertAccessToken(
  transaction: Knex.Transaction,
  token: { userId: bigint; name: string; tokenHash: Buffer },
): Promise<AccessTokenRow> {
  const row = { user_id: token.userId, name: token.name, token_hash: token.tokenHash };
  const [made] = await transaction<AccessTokenRow>('access_tokens').insert(row).returning('*');
  if (!made) throw new Error('the database made no access token');
  return made;
}

/** What one of a user's tokens was called; undefined where there is none. */
export async function deleteAccessToken(
  transaction: Knex.Transaction,
  userId: bigint,
  id: bigint,
): Promise<string | undefined> {
  const [gone] = await transaction<AccessTokenRow>('access_tokens')
    .where({ user_id: userId, id })
    .delete()
    .returning('name');
  return gone?.name;
}

export async function deleteAccessTokensOfUser(transaction: Knex.Transaction, userId: bigint): Promise<void> {
  await transaction<AccessTokenRow>('access_tokens').where({ user_id: userId }).delete();
}

/** The user that a token acts as, as they are now. */
export async function findTokenUser(knex: Knex, tokenHash: Buffer): Promise<User | undefined> {
  const row = await knex<UserRow>('users')
    .join('access_tokens', 'access_tokens.user_id', 'users.id')
    .where('access_tokens.token_hash', tokenHash)
    .where({ 'users.enabled': true, 'users.removed': false })
    .first<UserRow | undefined>('users.*');
  return row && fromUserRow(row);
}

/** Notes that a token was used, at most once a minute. */
export async function touchAccessToken(knex: Knex, tokenHash: Buffer): Promise<void> {
  await knex('access_tokens')
    .where({ token_hash: tokenHash })
    .whereRaw(`(last_used_at is null or last_used_at < now() - interval '1 minute')`)
    .update({ last_used_at: knex.fn.now() });
}
