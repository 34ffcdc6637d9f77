import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import { denyFor } from '../operations/refuse.ts';
import type { User } from '../users/store.ts';
import { toUserView, type userView } from '../users/view.ts';
import { beginSession } from './begin-session.ts';

/** Lets in a user who has proven all that is asked of them. */
export async function enter(
  context: Pick<Context, 'knex'>,
  act: Act,
  user: User,
): Promise<z.input<typeof userView>> {
  refuseDisabled(user);
  await beginSession(context, act, user);
  return toUserView(user);
}

export function refuseDisabled({ enabled }: User): void {
  if (!enabled) denyFor('user_disabled');
}
