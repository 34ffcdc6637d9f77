import { z } from 'zod';
import { defineOperation, type Operation } from '../operations/operation.ts';
import { refuse } from '../operations/refuse.ts';
import { id, noInput, nothing } from '../operations/words.ts';
import { lockTarget } from '../users/administration/find-target.ts';
import { refuseSelf } from '../users/refuse-self.ts';
import { countGuardedUsers } from './count-guarded-users.ts';
import { deleteSecondFactor } from './store.ts';

export const secondFactorAdminOperations: Record<string, Operation> = {
  'second-factors.stats': defineOperation({
    role: 'admin',
    summary: 'How many users have a second factor',
    input: noInput,
    data: z.object({ total_users: z.int(), enabled_users: z.int(), passkey_users: z.int() }),
    run: ({ knex }) => countGuardedUsers(knex),
  }),

  'second-factors.remove': defineOperation({
    role: 'admin',
    summary: 'Turns two-factor sign-in off for a user who lost it',
    isChange: true,
    input: z.object({ path: z.object({ id }) }),
    data: nothing,
    async run({ knex }, act, { path }) {
      await knex.transaction(async (transaction) => {
        const user = await lockTarget(transaction, act.actor, path.id);
        refuseSelf(act, user.id);
        const isGone = await deleteSecondFactor(transaction, user.id);
        if (!isGone) refuse('factor_missing', 'id');
        const changes: Record<string, [unknown, unknown]> = { enabled: [true, false] };
        await act.audit(transaction, {
          kind: 'second factor',
          id: String(user.id),
          name: user.username,
          changes,
        });
      });
    },
  }),
};
