import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import { nameOfPassword, secondFactorFlow } from '../second-factors/flow.ts';
import { hasSecondFactor } from '../second-factors/store.ts';
import { beginFlow } from '../sign-in-flows/flow.ts';
import type { User } from '../users/store.ts';
import { userView } from '../users/view.ts';
import { enter, refuseDisabled } from './enter.ts';

/** What signing in is answered with: who one is, or that a second factor is needed. */
export const signedIn = z.union([userView, z.object({ require_2fa: z.literal(true) })]);

/**
 * Signs in a user who has proven by a password, a passkey or a provider that it is they. Every way in ends here.
 * @param isBothFactors what they proved it by is something that they have and something that they are or know.
 */
export async function signIn(
  context: Pick<Context, 'knex'>,
  act: Act,
  user: User,
  { isBothFactors = false } = {},
): Promise<z.input<typeof signedIn>> {
  refuseDisabled(user);
  if (isBothFactors || !(await hasSecondFactor(context.knex, user.id))) return enter(context, act, user);
  const password = nameOfPassword(user);
  await beginFlow(context, act, secondFactorFlow, { user_id: String(user.id), password });
  return { require_2fa: true };
}
