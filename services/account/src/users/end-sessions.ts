import type { Knex } from 'knex';
import { deleteAccessTokensOfUser } from '../access-tokens/store.ts';
import { dropResetCodes } from '../emails/codes.ts';
import { deleteSessionsOfUser } from '../sessions/store.ts';
import type { User, UserRow } from './store.ts';

/**
 * Signs out everywhere whoever will have another password, or be disabled; asked before their rows are written. Another password
 * ends personal access tokens as well.
 */
export async function endSessionsOf(transaction: Knex.Transaction, users: readonly User[]): Promise<void> {
  const next = new Map(users.map((user) => [user.id, user]));
  // Whoever signs in just now waits for the new rows, and is held against them.
  const rows = await transaction<UserRow>('users')
    .whereRaw('id = any(?)', [[...next.keys()].map(String)])
    .orderBy('id')
    .forUpdate();
  for (const { id, password_hash: hash } of rows) {
    const user = next.get(id);
    // Who is let in again later does not find them open: whoever had one may be why they were disabled.
    if (hash !== user?.passwordHash || !user.enabled) {
      await deleteSessionsOfUser(transaction, id);
      await dropResetCodes(transaction, id);
    }
    // Whoever knew the old one may have made some, which nobody but their user can revoke.
    if (hash !== user?.passwordHash) await deleteAccessTokensOfUser(transaction, id);
  }
}
