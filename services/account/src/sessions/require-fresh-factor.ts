import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import { listPasskeys } from '../passkeys/store.ts';
import { hasSecondFactor } from '../second-factors/store.ts';
import type { User } from '../users/store.ts';
import { requireSession } from './require-session.ts';
import { hasJustSignedIn, requireStepUp } from './require-step-up.ts';

/**
 * Whoever has a second factor proves it before the ways in change, and everybody else confirms that it is they unless they have
 * just signed in: a session that was stolen must not add its own.
 */
export async function requireFreshFactor({ knex }: Pick<Context, 'knex'>, act: Act<User>): Promise<void> {
  requireSession(act);
  const { id } = act.actor;
  const hasFactor = (await hasSecondFactor(knex, id)) || (await listPasskeys(knex, id)).length > 0;
  if (hasFactor || !(await hasJustSignedIn(knex, act))) await requireStepUp(knex, act);
}
