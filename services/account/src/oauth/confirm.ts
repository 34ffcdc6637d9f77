import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import { denyFor, refuse } from '../operations/refuse.ts';
import { listPasskeys } from '../passkeys/store.ts';
import { hasSecondFactor } from '../second-factors/store.ts';
import { requireSession } from '../sessions/require-session.ts';
import { stepUp } from '../sessions/step-up.ts';
import type { SignInProvider } from '../sign-in-providers/store.ts';
import type { User } from '../users/store.ts';
import type { OauthFlow } from './flow.ts';

type Confirmed = NonNullable<OauthFlow['confirms']>;

/** Begins to confirm who it is by signing in once more. Refused to whoever can show more of their own. */
export async function beginToConfirm(context: Pick<Context, 'knex'>, act: Act<User>): Promise<Confirmed> {
  requireSession(act);
  await refuseOtherProof(context, act.actor);
  return { session: nameOf(act), since: Math.floor(Date.now() / 1_000) };
}

/** Refuses any session but the one that asked, before a provider is asked anything. */
export function requireSameSession(act: Act, { session }: Confirmed): void {
  if (session !== nameOf(act)) denyFor('sign_in_meanwhile');
}

/** Opens what needs a fresh proof, for whom a provider says it is. */
export async function confirm(
  context: Pick<Context, 'knex'>,
  act: Act<User>,
  known: User | undefined,
): Promise<{ action: 'confirm' }> {
  await refuseOtherProof(context, act.actor);
  if (known?.id !== act.actor.id) refuse('provider_another_account');
  await stepUp(context, act);
  return { action: 'confirm' };
}

/** What a provider is asked, so that it has people sign in although they are. */
export function askAnew({ kind }: SignInProvider): Record<string, string> {
  // Neither Google nor GitHub knows more; and neither says when somebody signed in.
  return kind === 'oidc' ? { prompt: 'login', max_age: '0' } : { prompt: 'select_account' };
}

/** The age of a sign-in that an ID token must then speak of: not older than what was begun. */
export function checkAnew({ kind }: SignInProvider, { since }: Confirmed): { maxAge?: number } {
  return kind === 'oidc' ? { maxAge: Math.max(0, Math.floor(Date.now() / 1_000) - since) } : {};
}

/** A provider's word is less than what somebody set up here. */
async function refuseOtherProof({ knex }: Pick<Context, 'knex'>, user: User): Promise<void> {
  const { id, passwordHash } = user;
  if (passwordHash !== null || (await hasSecondFactor(knex, id)) || (await listPasskeys(knex, id)).length > 0)
    refuse('step_up_by_other_way', 'purpose');
}

function nameOf({ sessionHash }: Act): string {
  return sessionHash?.toString('base64url') ?? '';
}
