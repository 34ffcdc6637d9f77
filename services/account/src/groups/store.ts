import type { Knex } from 'knex';
import { upsertRows } from '../upsert-rows.ts';

export interface Group {
  name: string;
  fromConfig: boolean;
}

/** Where users and channels are that name no group. It is never removed. */
export const defaultGroup = 'default';

/** Stands for the groups that the site names: the first of them that serves a model. Its row is no group. */
export const autoGroup = 'auto';

export async function listGroups(knex: Knex): Promise<Group[]> {
  const rows = await knex<{ name: string; from_config: boolean }>('groups')
    .whereNot({ name: autoGroup })
    .orderBy('name');
  return rows.map(({ name, from_config }) => ({ name, fromConfig: from_config }));
}

export async function upsertGroups(transaction: Knex.Transaction, groups: readonly Group[]): Promise<void> {
  if (groups.length === 0) return;
  const rows = groups.map(({ name, fromConfig }) => ({ name, from_config: fromConfig }));
  await upsertRows(transaction, 'groups', 'name', rows);
}

/** Before any file was applied there is not even this one. */
export async function ensureDefaultGroup(transaction: Knex.Transaction): Promise<void> {
  const row = { name: defaultGroup, from_config: false };
  await transaction('groups').insert(row).onConflict('name').ignore();
}

export async function deleteGroups(transaction: Knex.Transaction, groups: readonly Group[]): Promise<void> {
  if (groups.length === 0) return;
  const names = groups.map(({ name }) => name);
  await transaction('groups').whereIn('name', names).delete();
}
