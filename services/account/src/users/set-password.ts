import type { Knex } from 'knex';
import { dropResetCodes } from '../emails/codes.ts';
import { deleteSessionsOfUser } from '../sessions/store.ts';
import type { UserRow } from './store.ts';

/** Gives a user a new password, and signs them out everywhere. What was sent to set one with is good for nothing then. */
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
  await dropResetCodes(transaction, userId);
}
