import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import { refuse } from '../operations/refuse.ts';
import { endFlow } from '../sign-in-flows/flow.ts';
import type { User } from '../users/store.ts';
import { verificationFlow } from './flows.ts';
import { provePasskey } from './prove.ts';
import type { UsedCredential } from './words.ts';

/** Refuses whatever is not the answer of one of the caller's passkeys to the challenge that they were given. */
export async function verifyByPasskey(
  context: Pick<Context, 'knex' | 'log'>,
  act: Act<User>,
  credential: UsedCredential,
): Promise<void> {
  const begun = await endFlow(context, act, verificationFlow);
  if (begun?.user_id !== act.actor.id) return refuse('begin_again');
  const { challenge } = begun;
  const { userId } = await provePasskey(context, act, { credential, challenge });
  if (userId !== act.actor.id) refuse('passkey_refused');
}
