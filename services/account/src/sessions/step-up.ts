import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import type { User } from '../users/store.ts';
import { beginSession } from './begin-session.ts';
import { requireSession } from './require-session.ts';

const verifiedSeconds = 10 * 60;

/** Opens what needs a fresh proof for a while, under a new token: the session may do more than it could. */
export async function stepUp(context: Pick<Context, 'knex'>, act: Act<User>): Promise<void> {
  requireSession(act);
  await beginSession(context, act, act.actor, { verifiedSeconds });
}
