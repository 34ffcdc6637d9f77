import { type AttemptRule, countAttempt, forgetAttempts } from '../attempts/count-attempt.ts';
import type { Context } from '../context.ts';
import { refuse } from '../operations/refuse.ts';
import { checkPassword } from './check-password.ts';
import type { User } from './store.ts';

/** Whoever has found an open browser is not to find the password as well. */
const rule: AttemptRule = {
  kind: 'password',
  free: 5,
  windowSeconds: 15 * 60,
  firstPauseSeconds: 15,
  longestPauseSeconds: 120,
  message: 'Too many wrong passwords. Wait a little.',
};

/** Has a user who is signed in show their password once more. Who has none, having come by a provider, has nothing to show. */
export async function provePassword(
  context: Pick<Context, 'knex' | 'passwords'>,
  user: User,
  password: string | undefined,
  member: string,
): Promise<void> {
  if (user.passwordHash === null) return;
  if (password === undefined) return refuse(`${member}: your present password is needed`, member);
  await countAttempt(context.knex, rule, String(user.id));
  if (!(await checkPassword(context, user, password))) refuse('The password is wrong.', member);
  await forgetAttempts(context.knex, rule, String(user.id));
}
