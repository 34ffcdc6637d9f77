import type { Knex } from 'knex';
import { deleteSessionsOfUser } from '../sessions/store.ts';
import type { User, UserRow } from './store.ts';

/** Signs out everywhere whoever will have another password; asked before their rows are written. */
export async function endSessionsOf(transaction: Knex.Transaction, users: readonly User[]): Promise<void> {
  const hashOf = new Map(users.map(({ id, passwordHash }) => [id, passwordHash]));
  // Whoever signs in just now waits for the new rows, and is held against them.
  const rows = await transaction<UserRow>('users')
    .whereRaw('id = any(?)', [[...hashOf.keys()].map(String)])
    .orderBy('id')
    .forUpdate();
  const changed = rows.filter(({ id, password_hash: hash }) => hash !== hashOf.get(id));
  for (const { id } of changed) await deleteSessionsOfUser(transaction, id);
}
