import type { Knex } from 'knex';
import { refuse } from '../operations/refuse.ts';
import { readSite } from '../site/store.ts';
import type { User } from '../users/store.ts';
import { autoGroup, listGroups } from './store.ts';

/** The groups in which a user can be served: for `auto` those that it stands for as well. */
export async function listServedGroups(knex: Knex, user: Pick<User, 'role' | 'group'>): Promise<string[]> {
  const usable = await listUsableGroups(knex, user);
  if (!usable.includes(autoGroup)) return usable;
  return [...new Set([...usable, ...(await readAutoGroups(knex))])];
}

/** What `auto` stands for, in this order; nothing where the site says nothing. */
export async function readAutoGroups(knex: Knex): Promise<string[]> {
  return (await readSite(knex))?.autoGroups ?? [];
}

/** The groups that a user may give to a key: their own, and for administrators any. */
export async function listUsableGroups(knex: Knex, user: Pick<User, 'role' | 'group'>): Promise<string[]> {
  if (!mayUseAnyGroup(user)) return [user.group];
  const groups = await listGroups(knex);
  return [...groups.map(({ name }) => name), autoGroup];
}

/** Refuses the group `auto` where it stands for nothing: nobody would be served, and no file applied that finds who has it. */
export async function refuseIdleAuto(knex: Knex): Promise<void> {
  if ((await readAutoGroups(knex)).length === 0) refuse('auto_group_idle', 'group');
}

/** Whether a user may use a group that there is. */
export function isUsableGroup(user: Pick<User, 'role' | 'group'>, name: string): boolean {
  return mayUseAnyGroup(user) || user.group === name;
}

function mayUseAnyGroup({ role }: Pick<User, 'role'>): boolean {
  return role !== 'user';
}
