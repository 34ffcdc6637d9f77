import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import { denyFor } from '../operations/refuse.ts';
import { requireFreshFactor } from '../sessions/require-fresh-factor.ts';
import { requireLiveSession } from '../sessions/require-live-session.ts';
import type { signedIn } from '../sessions/sign-in.ts';
import type { SignInProvider } from '../sign-in-providers/store.ts';
import { bind } from './bind.ts';
import { findBoundUser } from './bindings.ts';
import { confirm, requireSameSession } from './confirm.ts';
import { enterByProvider } from './enter-by-provider.ts';
import type { OauthFlow } from './flow.ts';
import { identify } from './identify.ts';
import { tellThere, withEnding } from './return-to.ts';

interface Return {
  provider: SignInProvider;
  begun: OauthFlow;
  query: Record<string, string | undefined>;
}

type Answer = z.input<typeof signedIn> | { action: 'bind' | 'confirm' };

/** Ends a way to a provider and back. A browser that wants to be somewhere is sent there, refused or not. */
export async function comeBack(context: Context, act: Act, back: Return): Promise<Answer | undefined> {
  const { return_to: returnTo } = back.begun;
  const answer = await tellThere(act, { returnTo, slug: back.provider.slug }, () =>
    settle(context, act, back),
  );
  if (returnTo === undefined || answer === undefined) return answer;
  act.goTo('require_2fa' in answer ? withEnding(returnTo, { require_2fa: 'true' }) : returnTo);
  return undefined;
}

async function settle(context: Context, act: Act, { provider, begun, query }: Return): Promise<Answer> {
  const { sent, user_id: userId, confirms } = begun;
  // A code of one provider is never taken to another.
  if (!sent || sent.slug !== provider.slug) return denyFor('sign_in_not_begun');
  if (userId !== null && userId !== act.actor?.id) return denyFor('sign_in_meanwhile');
  if (confirms) requireSameSession(act, confirms);
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  const identity = await identify(context, provider, { sent, confirms }, Object.fromEntries(given));
  const { actor: user } = act;
  if (userId === null || !user) return enterByProvider(context, act, provider, identity);
  const { issuer } = provider;
  const known = await findBoundUser(context.knex, { issuer, externalId: identity.externalId });
  if (confirms) return confirm(context, { ...act, actor: user }, known);
  await requireFreshFactor(context, { ...act, actor: user });
  if (known?.id !== user.id)
    await context.knex.transaction(async (transaction) => {
      await requireLiveSession(transaction, { ...act, actor: user });
      await bind(transaction, act, { provider, identity, user });
    });
  return { action: 'bind' };
}
