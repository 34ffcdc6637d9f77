import type { Knex } from 'knex';
import type { RoleName } from '../users/roles.ts';

export interface QuotaOwner {
  /** Of the user. */
  role: RoleName;
  /** What the user or the key is called. */
  name: string;
}

/** The user, or the user of the key; undefined where there is none, or none any more. */
export function findOwner(
  knex: Knex,
  { userId, keyId }: { userId: bigint; keyId: bigint },
): Promise<QuotaOwner | undefined> {
  const users = knex('users').where({ 'users.removed': false });
  if (userId > 0n)
    return users
      .where({ 'users.id': userId })
      .first<QuotaOwner | undefined>('users.role', 'users.username as name');
  return users
    .join('keys', 'keys.user_id', 'users.id')
    .where({ 'keys.id': keyId, 'keys.removed': false })
    .first<QuotaOwner | undefined>('users.role', 'keys.name');
}
