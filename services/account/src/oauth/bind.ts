import type { Knex } from 'knex';
import type { Act } from '../operations/act.ts';
import { refuse } from '../operations/refuse.ts';
import type { Identity } from '../sign-in-providers/identity.ts';
import type { SignInProvider } from '../sign-in-providers/store.ts';
import type { User } from '../users/store.ts';
import { insertBinding } from './bindings.ts';

/** Writes down who somebody at a provider is here. Refuses whom it already has as another. */
export async function bind(
  transaction: Knex.Transaction,
  act: Act,
  { provider, identity, user }: { provider: SignInProvider; identity: Identity; user: User },
): Promise<void> {
  const isPut = await insertBinding(transaction, {
    issuer: provider.issuer,
    external_id: identity.externalId,
    user_id: user.id,
    provider: provider.slug,
    username: identity.username,
  });
  if (!isPut) refuse('binding_taken', '', { provider: provider.name });
  const changes: Record<string, [unknown, unknown]> = { [provider.slug]: ['', identity.externalId] };
  await act.audit(transaction, { kind: 'binding', id: String(user.id), name: user.username, changes });
}
