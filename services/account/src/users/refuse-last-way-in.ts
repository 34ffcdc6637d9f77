import type { Knex } from 'knex';
import { refuse } from '../operations/refuse.ts';
import type { User, UserRow } from './store.ts';

/** Refuses what would leave a user without any way to sign in; asked after the change, which is then undone. */
export async function refuseLastWayIn(transaction: Knex.Transaction, { id }: User): Promise<void> {
  const user = await transaction<UserRow>('users').where({ id }).forUpdate().first();
  if (user?.password_hash) return;
  const passkey = await transaction('passkeys').where({ user_id: id }).first('id');
  const binding = await transaction('sign_in_bindings')
    .join('sign_in_providers', 'sign_in_providers.issuer', 'sign_in_bindings.issuer')
    .where('sign_in_bindings.user_id', String(id))
    .first('sign_in_bindings.user_id');
  if (!passkey && !binding) refuse('last_way_in');
}
