import { defineOpenOperation, type Operation } from '../operations/operation.ts';
import { refuse } from '../operations/refuse.ts';
import { enter } from '../sessions/enter.ts';
import { signedIn } from '../sessions/sign-in.ts';
import { endFlow, readFlow } from '../sign-in-flows/flow.ts';
import { findUserById } from '../users/store.ts';
import { requireCode } from './check-code.ts';
import { nameOfPassword, secondFactorFlow } from './flow.ts';
import { withCode } from './words.ts';

export const secondFactorSignInOperations: Record<string, Operation> = {
  'second-factors.sign-in': defineOpenOperation({
    summary: 'Ends a sign-in that was answered with require_2fa',
    input: withCode,
    data: signedIn,
    async run(context, act, { body }) {
      const begun = await readFlow(context, act, secondFactorFlow);
      const user = begun && (await findUserById(context.knex, begun.user_id));
      if (!user || nameOfPassword(user) !== begun.password) return refuse('factor_not_begun');
      await requireCode(context, user.id, body.code);
      if (!(await endFlow(context, act, secondFactorFlow))) refuse('sign_in_ended');
      return enter(context, act, user);
    },
  }),
};
