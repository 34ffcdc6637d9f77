import type { Knex } from 'knex';
import { autoGroup, listGroups } from '../../groups/store.ts';
import { refuseIdleAuto } from '../../groups/usable.ts';
import { refuse } from '../../operations/refuse.ts';
import { isUsernameTaken } from '../find-user.ts';
import type { UserFields } from './fields.ts';

/** Refuses a group that is not there or stands for none, and quota for who has no limit. */
export async function checkFields(knex: Knex, fields: Partial<UserFields>): Promise<void> {
  const { group, unlimited_quota: unlimited, remain_quota: remain } = fields;
  if (unlimited && remain) refuse('quota_without_limit', 'remain_quota');
  if (group === undefined) return;
  if (group === autoGroup) return refuseIdleAuto(knex);
  const groups = await listGroups(knex);
  if (!groups.some(({ name }) => name === group)) refuse('group_unknown', 'group', { name: group });
}

/** Refuses a name that somebody has, or had: names do not pass to others. */
export async function refuseTakenName(knex: Knex, username: string): Promise<void> {
  if (await isUsernameTaken(knex, username)) refuse('username_was_taken', 'username', { username });
}
