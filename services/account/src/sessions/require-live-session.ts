import type { Knex } from 'knex';
import type { Act } from '../operations/act.ts';
import { denyFor } from '../operations/refuse.ts';
import type { User, UserRow } from '../users/store.ts';

/**
 * Refuses who was signed out since they asked, as by a new password: what outlives sessions is made by none that has ended. What
 * ends all sessions of a user writes their row, which stays as it is until the transaction ends.
 */
export async function requireLiveSession(
  transaction: Knex.Transaction,
  { actor, sessionHash }: Act<User>,
): Promise<void> {
  const user = await transaction<UserRow>('users')
    .where({ id: actor.id, enabled: true, removed: false })
    .forUpdate()
    .first('id');
  const session =
    sessionHash && (await transaction('sessions').where({ token_hash: sessionHash }).first('id'));
  if (!user || !session) denyFor('signed_out_meanwhile');
}
