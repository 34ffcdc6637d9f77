import type { Knex } from 'knex';
import { deny, refuse } from '../../operations/refuse.ts';
import { lockVersions } from '../../versions/store.ts';
import { refuseEquals } from '../refuse-equals.ts';
import { type RoleName, roles } from '../roles.ts';
import { fromUserRow, type User, type UserRow } from '../store.ts';

/** The role that whoever asks has now, which may be less than when they asked. */
export async function readActorRole(knex: Knex, actor: User): Promise<RoleName> {
  const row = await knex<UserRow>('users')
    .where({ id: actor.id, enabled: true, removed: false })
    .first('role');
  return row?.role ?? deny('You may not do this any more.');
}

/** The user whom somebody wants to change. Nobody changes their equals or those above them; root may. */
export async function findTarget(knex: Knex, actor: User, id: bigint): Promise<UserRow> {
  const role = await readActorRole(knex, actor);
  const row = await knex<UserRow>('users').where({ id, removed: false }).first();
  if (!row) return refuse('user_missing', 'id');
  refuseEquals({ ...actor, role }, fromUserRow(row));
  return row;
}

/** The same, whose role, and that of whoever asks, stay as they are until the transaction ends. */
export async function lockTarget(transaction: Knex.Transaction, actor: User, id: bigint): Promise<UserRow> {
  await lockVersions(transaction);
  return findTarget(transaction, actor, id);
}

/** Whether a role is less than another. */
export function isBelow(role: RoleName, other: RoleName): boolean {
  return roles.indexOf(role) < roles.indexOf(other);
}
