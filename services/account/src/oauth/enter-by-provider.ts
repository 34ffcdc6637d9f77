import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import { denyFor, refuse } from '../operations/refuse.ts';
import { type signedIn, signIn } from '../sessions/sign-in.ts';
import type { Identity } from '../sign-in-providers/identity.ts';
import type { SignInProvider } from '../sign-in-providers/store.ts';
import { findUserByEmail } from '../users/find-user.ts';
import type { User } from '../users/store.ts';
import { bind } from './bind.ts';
import { findBoundUser } from './bindings.ts';
import { createProviderUser } from './create-provider-user.ts';

/** Signs in whoever a provider says they are: one that is known, or a new user where the provider may bring some. */
export async function enterByProvider(
  context: Context,
  act: Act,
  provider: SignInProvider,
  identity: Identity,
): Promise<z.input<typeof signedIn>> {
  const { issuer } = provider;
  const user =
    (await findBoundUser(context.knex, { issuer, externalId: identity.externalId })) ??
    (await linkByEmail(context, act, provider, identity)) ??
    (await register(context, act, provider, identity));
  if (user.removed) denyFor('user_removed');
  return signIn(context, act, user);
}

/** By an address that both have verified, the provider and this gateway. */
async function linkByEmail(
  { knex }: Context,
  act: Act,
  provider: SignInProvider,
  identity: Identity,
): Promise<User | undefined> {
  const { verifiedEmail } = identity;
  if (!provider.linkVerifiedEmail || verifiedEmail === undefined) return undefined;
  const user = await findUserByEmail(knex, verifiedEmail);
  if (user) await knex.transaction((transaction) => bind(transaction, act, { provider, identity, user }));
  return user;
}

function register(context: Context, act: Act, provider: SignInProvider, identity: Identity): Promise<User> {
  if (!provider.allowRegistration) refuse('binding_unknown', '', { provider: provider.name });
  const { username, displayName } = identity;
  return createProviderUser(
    context,
    { username, displayName, fallbackPrefix: provider.slug },
    async (transaction, user) => {
      await act.audit(transaction, { kind: 'user', id: String(user.id), name: user.username });
      await bind(transaction, act, { provider, identity, user });
    },
  );
}
