import { z } from 'zod';
import { defineOperation, type Operation } from '../operations/operation.ts';
import { refuse } from '../operations/refuse.ts';
import { id, idOut, noInput, nothing, secondOut } from '../operations/words.ts';
import { requireFreshFactor } from '../sessions/require-fresh-factor.ts';
import { requireLiveSession } from '../sessions/require-live-session.ts';
import { lockTarget } from '../users/administration/find-target.ts';
import { refuseLastWayIn } from '../users/refuse-last-way-in.ts';
import { refuseSelf } from '../users/refuse-self.ts';
import { deletePasskeys, listPasskeys } from './store.ts';

const passkeyView = z.object({
  id: idOut,
  name: z.string(),
  created_at: secondOut,
  /** Null: never. */
  last_used_at: secondOut.nullable(),
  /** It is kept in several places: a lost phone is not the end of it. */
  is_backed_up: z.boolean(),
});

export const passkeyOperations: Record<string, Operation> = {
  'passkeys.list': defineOperation({
    role: 'user',
    summary: "The caller's passkeys",
    input: noInput,
    data: z.array(passkeyView),
    run: ({ knex }, { actor }) => listPasskeys(knex, actor.id),
  }),

  'passkeys.remove': defineOperation({
    role: 'user',
    summary: "Forgets one of the caller's passkeys",
    isChange: true,
    input: z.object({ path: z.object({ id }) }),
    data: nothing,
    async run(context, act, { path }) {
      await requireFreshFactor(context, act);
      await context.knex.transaction(async (transaction) => {
        await requireLiveSession(transaction, act);
        const [gone] = await deletePasskeys(transaction, act.actor.id, path.id);
        if (!gone) return refuse('passkey_missing', 'id');
        await refuseLastWayIn(transaction, act.actor);
        await act.audit(transaction, { kind: 'passkey', id: String(gone.id), name: gone.name });
      });
    },
  }),

  'passkeys.remove-all': defineOperation({
    role: 'user',
    summary: "Forgets all of the caller's passkeys",
    isChange: true,
    input: noInput,
    data: nothing,
    async run(context, act) {
      await requireFreshFactor(context, act);
      await context.knex.transaction(async (transaction) => {
        await requireLiveSession(transaction, act);
        const gone = await deletePasskeys(transaction, act.actor.id);
        if (gone.length === 0) return act.changedNothing();
        await refuseLastWayIn(transaction, act.actor);
        for (const { id: goneId, name } of gone)
          await act.audit(transaction, { kind: 'passkey', id: String(goneId), name });
      });
    },
  }),

  'passkeys.reset': defineOperation({
    role: 'admin',
    summary: 'Forgets all passkeys of a user who lost them',
    isChange: true,
    input: z.object({ path: z.object({ id }) }),
    data: nothing,
    async run({ knex }, act, { path }) {
      await knex.transaction(async (transaction) => {
        const user = await lockTarget(transaction, act.actor, path.id);
        refuseSelf(act, user.id);
        const gone = await deletePasskeys(transaction, user.id);
        if (gone.length === 0) refuse('passkeys_none_of_user', 'id');
        const changes: Record<string, [unknown, unknown]> = { passkeys: [gone.length, 0] };
        await act.audit(transaction, { kind: 'user', id: String(user.id), name: user.username, changes });
      });
    },
  }),
};
