import type { Knex } from 'knex';
import type { User } from '../users/store.ts';
import { autoGroup, listGroups } from './store.ts';

/** The groups that a user may give to a key: their own, and for administrators any. */
export async function listUsableGroups(knex: Knex, user: Pick<User, 'role' | 'group'>): Promise<string[]> {
  if (user.role === 'user') return [user.group];
  const groups = await listGroups(knex);
  return [...groups.map(({ name }) => name), autoGroup];
}
