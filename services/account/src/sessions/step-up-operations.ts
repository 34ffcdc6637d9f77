import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import { defineOperation, type Operation } from '../operations/operation.ts';
import { refuse } from '../operations/refuse.ts';
import { nothing } from '../operations/words.ts';
import { verifyByPasskey } from '../passkeys/verify.ts';
import { usedCredential } from '../passkeys/words.ts';
import { requireCode } from '../second-factors/check-code.ts';
import { hasSecondFactor } from '../second-factors/store.ts';
import { provePassword } from '../users/prove-password.ts';
import type { User } from '../users/store.ts';
import { requireSession } from './require-session.ts';
import { stepUp } from './step-up.ts';

const body = z.discriminatedUnion('method', [
  z.object({ method: z.literal('2fa'), code: z.string().min(1).max(40) }),
  z.object({ method: z.literal('password'), password: z.string().min(1).max(1024) }),
  z.object({ method: z.literal('passkey'), credential: usedCredential }),
]);

export const stepUpOperations: Record<string, Operation> = {
  'sessions.verify': defineOperation({
    role: 'user',
    summary: 'Proves that it is still the caller, for ten minutes; under a new session',
    input: z.object({ body }),
    data: nothing,
    async run(context, act, { body: proof }) {
      requireSession(act);
      if (proof.method === '2fa') await requireCode(context, act.actor.id, proof.code);
      else if (proof.method === 'passkey') await verifyByPasskey(context, act, proof.credential);
      else await requirePassword(context, act, proof.password);
      await stepUp(context, act);
    },
  }),
};

/** Of those who have a second factor the password alone proves less than they asked for. */
async function requirePassword(context: Context, act: Act<User>, password: string): Promise<void> {
  const { id, passwordHash } = act.actor;
  if (await hasSecondFactor(context.knex, id)) refuse('factor_code_needed', 'method');
  if (passwordHash === null) refuse('password_wrong', 'password');
  await provePassword(context, act, password, 'password');
}
