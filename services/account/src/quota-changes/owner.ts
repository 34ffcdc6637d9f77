import type { PurseOwner } from '@headgate/proto/purses';
import type { Knex } from 'knex';
import type { RoleName } from '../users/roles.ts';

export interface QuotaOwner {
  /** Of the user. */
  role: RoleName;
  /** What the user or the key is called. */
  name: string;
}

/** The user, or the user of the key; undefined where there is none, or none any more. */
export function findOwner(knex: Knex, { kind, id }: PurseOwner): Promise<QuotaOwner | undefined> {
  const users = knex('users').where({ 'users.removed': false });
  if (kind === 'user')
    return users
      .where({ 'users.id': id })
      .first<QuotaOwner | undefined>('users.role', 'users.username as name');
  return users
    .join('keys', 'keys.user_id', 'users.id')
    .where({ 'keys.id': id, 'keys.removed': false })
    .first<QuotaOwner | undefined>('users.role', 'keys.name');
}
