import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import { deny } from '../operations/refuse.ts';
import type { User } from '../users/store.ts';
import { toUserView, userView } from '../users/view.ts';
import { beginSession } from './begin-session.ts';

/** What signing in is answered with. */
export const signedIn = userView;

/** Signs in a user who has proven by a password, a passkey or a provider that it is they. Every way in ends here. */
export async function signIn(
  context: Pick<Context, 'knex'>,
  act: Act,
  user: User,
): Promise<z.input<typeof signedIn>> {
  if (!user.enabled) deny('This user is disabled.');
  await beginSession(context, act, user);
  return toUserView(user);
}
