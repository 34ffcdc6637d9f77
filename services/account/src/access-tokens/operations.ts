import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import { defineOperation, type Operation } from '../operations/operation.ts';
import { refuse } from '../operations/refuse.ts';
import { refuseAccessToken } from '../operations/refuse-access-token.ts';
import { id, idOut, noInput, nothing, secondOut } from '../operations/words.ts';
import { requireFreshFactor } from '../sessions/require-fresh-factor.ts';
import { requireLiveSession } from '../sessions/require-live-session.ts';
import { makeToken } from '../sessions/token.ts';
import { lockUser, type User } from '../users/store.ts';
import { name } from '../words.ts';
import { type AccessTokenRow, deleteAccessToken, insertAccessToken, listAccessTokens } from './store.ts';

const mostTokens = 10;
/** The one that `GET /api/user/token` makes, and replaces. */
const onlyName = 'default';

const tokenView = z.object({
  id: idOut,
  name: z.string(),
  created_at: secondOut,
  /** Null: never. */
  last_used_at: secondOut.nullable(),
});

export const accessTokenOperations: Record<string, Operation> = {
  'access-tokens.list': defineOperation({
    role: 'user',
    summary: "The caller's personal access tokens",
    input: noInput,
    data: z.array(tokenView),
    run: ({ knex }, { actor }) => listAccessTokens(knex, actor.id),
  }),

  'access-tokens.create': defineOperation({
    role: 'user',
    summary: 'Makes a personal access token, which is shown this once',
    isChange: true,
    input: z.object({ body: z.object({ name }) }),
    data: tokenView.extend({ token: z.string() }),
    run: (context, act, { body }) => createToken(context, act, body.name, { isReplaced: false }),
  }),

  'access-tokens.regenerate': defineOperation({
    role: 'user',
    summary: `Makes the personal access token "${onlyName}" anew: the one before it ends`,
    isChange: true,
    input: noInput,
    data: z.string(),
    run: async (context, act) => (await createToken(context, act, onlyName, { isReplaced: true })).token,
  }),

  'access-tokens.revoke': defineOperation({
    role: 'user',
    summary: 'Ends a personal access token',
    isChange: true,
    input: z.object({ path: z.object({ id }) }),
    data: nothing,
    async run({ knex }, act, { path }) {
      await knex.transaction(async (transaction) => {
        await lockUser(transaction, act.actor.id);
        const gone = await deleteAccessToken(transaction, act.actor.id, path.id);
        if (gone === undefined) return refuse('access_token_missing', 'id');
        await act.audit(transaction, { kind: 'access token', id: String(path.id), name: gone });
      });
    },
  }),
};

async function createToken(
  { knex }: Pick<Context, 'knex'>,
  act: Act<User>,
  wanted: string,
  { isReplaced }: { isReplaced: boolean },
): Promise<AccessTokenRow & { token: string }> {
  refuseAccessToken(act);
  // It outlives the session, and a change of password.
  await requireFreshFactor({ knex }, act);
  const { id: userId } = act.actor;
  return knex.transaction(async (transaction) => {
    // Those who make one at the same time wait for each other, so that the bound holds.
    await requireLiveSession(transaction, act);
    const rows = await listAccessTokens(transaction, userId);
    const same = rows.filter((row) => row.name === wanted);
    if (same.length > 0 && !isReplaced) refuse('access_token_name_taken', 'name');
    for (const row of same) await deleteAccessToken(transaction, userId, row.id);
    if (rows.length - same.length >= mostTokens) refuse('tokens_too_many', '', { most: String(mostTokens) });
    const { token, tokenHash } = makeToken();
    const row = await insertAccessToken(transaction, { userId, name: wanted, tokenHash });
    await act.audit(transaction, { kind: 'access token', id: String(row.id), name: wanted });
    return { ...row, token };
  });
}
