import type { Knex } from 'knex';
import type { RoleName } from '../users/roles.ts';

export interface QuotaOwner {
  role: RoleName;
}

/** The user, or the user of the key; undefined where there is none, or none any more. */
export function findOwner(
  knex: Knex,
  { userId, keyId }: { userId: bigint; keyId: bigint },
): Promise<QuotaOwner | undefined> {
  const users = knex('users').where({ 'users.removed': false });
  const wanted =
    userId > 0n
      ? users.where({ 'users.id': userId })
      : users.join('keys', 'keys.user_id', 'users.id').where({ 'keys.id': keyId, 'keys.removed': false });
  return wanted.first<QuotaOwner | undefined>('users.role');
}
