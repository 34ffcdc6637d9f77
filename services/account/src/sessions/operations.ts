import { z } from 'zod';
import { defineOperation, type Operation } from '../operations/operation.ts';
import { refuse } from '../operations/refuse.ts';
import { id, idOut, noInput, nothing, secondOut } from '../operations/words.ts';
import { lockUser } from '../users/store.ts';
import { deleteSessionOfUser, listSessions } from './store.ts';

const sessionView = z.object({
  id: idOut,
  created_at: secondOut,
  last_seen_at: secondOut,
  expires_at: secondOut,
  ip: z.string(),
  user_agent: z.string(),
  /** The one by which this was asked. */
  current: z.boolean(),
});

export const sessionOperations: Record<string, Operation> = {
  'sessions.list': defineOperation({
    role: 'user',
    summary: 'Where the caller is signed in',
    input: noInput,
    data: z.array(sessionView),
    async run({ knex }, { actor, sessionHash }) {
      const rows = await listSessions(knex, actor.id);
      return rows.map(({ token_hash: hash, ...row }) => ({
        ...row,
        current: sessionHash?.equals(hash) ?? false,
      }));
    },
  }),

  'sessions.revoke': defineOperation({
    role: 'user',
    summary: 'Signs the caller out somewhere',
    isChange: true,
    input: z.object({ path: z.object({ id }) }),
    data: nothing,
    async run({ knex }, act, { path }) {
      await knex.transaction(async (transaction) => {
        await lockUser(transaction, act.actor.id);
        const isGone = await deleteSessionOfUser(transaction, act.actor.id, path.id);
        if (!isGone) refuse('session_missing', 'id');
        await act.audit(transaction, { kind: 'session', id: String(path.id), name: '' });
      });
    },
  }),
};
