import { z } from 'zod';
import { defineOperation, type Operation } from '../operations/operation.ts';
import { refuse } from '../operations/refuse.ts';
import { noInput, nothing, secondOut } from '../operations/words.ts';
import { requireSession } from '../sessions/require-session.ts';
import { refuseLastWayIn } from '../users/refuse-last-way-in.ts';
import { lockUser } from '../users/store.ts';
import { deleteBindings, listBindings } from './bindings.ts';

const bindingView = z.object({
  provider: z.string(),
  /** What they are called there. */
  username: z.string(),
  created_at: secondOut,
});

export const bindingOperations: Record<string, Operation> = {
  'bindings.list': defineOperation({
    role: 'user',
    summary: 'The providers by which the caller can sign in',
    input: noInput,
    data: z.array(bindingView),
    run: ({ knex }, { actor }) => listBindings(knex, actor.id),
  }),

  'bindings.remove': defineOperation({
    role: 'user',
    summary: 'Forgets who the caller is at a provider',
    isChange: true,
    input: z.object({ path: z.object({ provider: z.string() }) }),
    data: nothing,
    async run({ knex }, act, { path: { provider } }) {
      requireSession(act);
      const { actor } = act;
      await knex.transaction(async (transaction) => {
        await lockUser(transaction, actor.id);
        const isGone = await deleteBindings(transaction, actor.id, provider);
        if (!isGone) refuse('binding_missing', 'provider');
        await refuseLastWayIn(transaction, actor);
        const changes: Record<string, [unknown, unknown]> = { [provider]: ['bound', ''] };
        await act.audit(transaction, {
          kind: 'binding',
          id: String(actor.id),
          name: actor.username,
          changes,
        });
      });
    },
  }),
};
