import type { Knex } from 'knex';
import { autoGroup, listGroups } from '../../groups/store.ts';
import { refuse } from '../../operations/refuse.ts';
import type { UserRow } from '../store.ts';
import type { UserFields } from './fields.ts';

/** Refuses a group that is not there, and quota for who has no limit. */
export async function checkFields(knex: Knex, fields: Partial<UserFields>): Promise<void> {
  const { group, unlimited_quota: unlimited, remain_quota: remain } = fields;
  if (unlimited && remain !== undefined)
    refuse('remain_quota: must be left out where unlimited_quota is true.', 'remain_quota');
  if (group === undefined || group === autoGroup) return;
  const groups = await listGroups(knex);
  if (!groups.some(({ name }) => name === group)) refuse(`group: there is no group "${group}".`, 'group');
}

interface Named {
  id: bigint;
  username: string;
}

export async function refuseTakenName(knex: Knex, { id, username }: Named): Promise<void> {
  const namesake = await knex<UserRow>('users').where({ username, removed: false }).whereNot({ id }).first();
  if (namesake) refuse(`username: there is a user "${username}" already.`, 'username');
}

/** A name is a user's for as long as they are there: one who was deleted goes on under their id as well. */
export async function freeName(transaction: Knex.Transaction, { id, username }: Named): Promise<void> {
  await transaction<UserRow>('users')
    .where({ username, removed: true })
    .whereNot({ id })
    .update({ username: transaction.raw(`username || ' (' || id || ')'`) });
}
