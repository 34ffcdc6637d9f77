import type { Knex } from 'knex';
import { fromUserRow, type User, type UserRow } from '../users/store.ts';

/** Somebody at an issuer, and who they are here. */
export interface Binding {
  issuer: string;
  external_id: string;
  user_id: bigint;
  provider: string;
  username: string;
  email: string | null;
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

/** The one user whose address it is, by what providers that may link people have verified. */
export async function findUserByVerifiedEmail(knex: Knex, email: string): Promise<User | undefined> {
  const rows = await knex<UserRow>('users')
    .where({ removed: false })
    .whereIn('id', knex('sign_in_bindings').select('user_id').where({ email }))
    .limit(2);
  return rows.length === 1 && rows[0] ? fromUserRow(rows[0]) : undefined;
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
