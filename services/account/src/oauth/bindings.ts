import type { Knex } from 'knex';
import { fromUserRow, type User, type UserRow } from '../users/store.ts';

/** Somebody at an issuer, and who they are here. */
export interface Binding {
  issuer: string;
  external_id: string;
  user_id: bigint;
  provider: string;
  username: string;
  created_at: Date;
}

export type NewBinding = Omit<Binding, 'created_at'>;

/** Who somebody at an issuer is here, removed users included. */
export async function findBoundUser(
  knex: Knex,
  { issuer, externalId }: { issuer: string; externalId: string },
): Promise<User | undefined> {
  const row = await knex<UserRow>('users')
    .join('sign_in_bindings', 'sign_in_bindings.user_id', 'users.id')
    .where({ 'sign_in_bindings.issuer': issuer, 'sign_in_bindings.external_id': externalId })
    .first<UserRow | undefined>('users.*');
  return row && fromUserRow(row);
}

/** Whether it was put: not where this issuer, or this user, has another. */
export async function insertBinding(transaction: Knex.Transaction, binding: NewBinding): Promise<boolean> {
  const put = await transaction<Binding>('sign_in_bindings')
    .insert(binding)
    .onConflict()
    .ignore()
    .returning('user_id');
  return put.length > 0;
}

export async function listBindings(knex: Knex, userId: bigint): Promise<Binding[]> {
  return knex<Binding>('sign_in_bindings').where({ user_id: userId }).orderBy('created_at');
}

/** Whether there was one. */
export async function deleteBindings(
  transaction: Knex.Transaction,
  userId: bigint,
  provider: string,
): Promise<boolean> {
  const gone = await transaction<Binding>('sign_in_bindings').where({ user_id: userId, provider }).delete();
  return gone > 0;
}

/** Forgets who these users are at every issuer. */
export async function deleteBindingsOfUsers(
  transaction: Knex.Transaction,
  users: readonly Pick<User, 'id'>[],
): Promise<void> {
  if (users.length === 0) return;
  const ids = users.map(({ id }) => String(id));
  await transaction<Binding>('sign_in_bindings').whereRaw('user_id = any(?)', [ids]).delete();
}
