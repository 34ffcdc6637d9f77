import type { Knex } from 'knex';
import { deleteSessionsOfUser } from '../sessions/store.ts';
import type { UserRow } from './store.ts';

/** Gives a user a new password, and signs them out everywhere. */
export async function setPassword(
  transaction: Knex.Transaction,
  userId: bigint,
  passwordHash: string,
  changedVersion: bigint,
): Promise<void> {
  await transaction<UserRow>('users')
    .where({ id: userId })
    .update({ password_hash: passwordHash, changed_version: changedVersion });
  await deleteSessionsOfUser(transaction, userId);
}
