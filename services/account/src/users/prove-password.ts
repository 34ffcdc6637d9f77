import type { Knex } from 'knex';
import { type AttemptRule, countAttempt, forgetAttempts } from '../attempts/count-attempt.ts';
import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import { refuse } from '../operations/refuse.ts';
import { requireStepUp } from '../sessions/require-step-up.ts';
import { checkPassword } from './check-password.ts';
import type { User, UserRow } from './store.ts';

/** Whoever has found an open browser is not to find the password as well. */
const rule: AttemptRule = {
  kind: 'password',
  free: 5,
  windowSeconds: 15 * 60,
  firstPauseSeconds: 15,
  longestPauseSeconds: 120,
  message: 'Too many wrong passwords. Wait a little.',
};

/** Has a user who is signed in show their password once more. Who has none has confirmed by what they have. */
export async function provePassword(
  context: Pick<Context, 'knex' | 'passwords'>,
  act: Act<User>,
  password: string | undefined,
  member: string,
): Promise<void> {
  const { actor: user } = act;
  if (user.passwordHash === null) return requireStepUp(context.knex, act);
  if (password === undefined) return refuse('password_needed', member, { member });
  const count = () => countAttempt(context.knex, rule, String(user.id));
  if (!(await checkPassword(context, user, password, count))) refuse('password_wrong', member);
  await forgetAttempts(context.knex, rule, String(user.id));
}

/** Who got another password since they showed theirs, or was disabled, has no say any more. */
export async function refuseOvertaken(
  transaction: Knex.Transaction,
  { id, passwordHash }: User,
  member: string,
): Promise<void> {
  const proven = { id, password_hash: passwordHash, enabled: true, removed: false };
  const row = await transaction<UserRow>('users').where(proven).first('id');
  if (!row) refuse('password_wrong', member);
}
