import { windowAt } from '@headgate/proto/budget-windows';
import type { GetPursesResponse } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { budgetPurse, userPurse } from '@headgate/proto/purses';
import { z } from 'zod';
import { type Budget, toBudgetView } from '../budgets/budget.ts';
import { keysOfUsers, removeKeys } from '../keys/store.ts';
import { isAway, type Ledger } from '../ledger.ts';
import { defineOperation, type Operation } from '../operations/operation.ts';
import { deny } from '../operations/refuse.ts';
import { refuseAccessToken } from '../operations/refuse-access-token.ts';
import { noInput, nothing, unitsOut } from '../operations/words.ts';
import { beginSession } from '../sessions/begin-session.ts';
import { changePeople } from '../versions/change-people.ts';
import { name } from '../words.ts';
import { newPassword, refuseNameAsPassword } from './password-rules.ts';
import { readProfile, settingSchema } from './profile.ts';
import { provePassword, refuseOvertaken } from './prove-password.ts';
import { setPassword } from './set-password.ts';
import { removeUsers, type UserRow } from './store.ts';
import { toUserView, userView } from './view.ts';

const selfView = userView.extend({
  email: z.string().nullable().describe('Null: none'),
  has_password: z.boolean(),
  unlimited_quota: z.boolean(),
  quota: unitsOut.nullable().describe('Quota units that are left; null while nobody can say'),
  used_quota: unitsOut.nullable().describe('Quota units that were used; null while nobody can say'),
  budgets: z
    .array(
      z.object({
        every: z.string(),
        usd: z.number(),
        time_zone: z.string(),
        quota: z.int().describe('Quota units of each window'),
        used_quota: unitsOut
          .nullable()
          .describe('Quota units used in the window that is open now; null while nobody can say'),
      }),
    )
    .describe('What they may spend within each window of time'),
  setting: settingSchema,
});

export const selfOperations: Record<string, Operation> = {
  'users.self': defineOperation({
    role: 'user',
    summary: 'Who the caller is, and what quota they have',
    input: noInput,
    data: selfView,
    async run({ knex, ledger }, { actor }) {
      const owner = userPurse(actor.id);
      const [profile, found] = await Promise.all([readProfile(knex, actor.id), findPurses(ledger, [owner])]);
      const [purse] = found?.purses ?? [];
      return {
        ...toUserView(actor),
        ...profile,
        has_password: actor.passwordHash !== null,
        unlimited_quota: actor.unlimited,
        quota: purse ? purse.granted - purse.used : null,
        used_quota: purse ? purse.used : null,
        budgets: await showBudgets(ledger, { owner, budgets: actor.budgets, nowMs: found?.nowMs }),
      };
    },
  }),

  'users.change-self': defineOperation({
    role: 'user',
    summary: "Changes the caller's display name or password; a new password ends all other sessions",
    isChange: true,
    input: z.object({
      body: z.object({
        display_name: name.optional(),
        password: newPassword.optional(),
        original_password: z.string().optional(),
      }),
    }),
    data: nothing,
    async run(context, act, { body: { display_name: displayName, password, original_password: original } }) {
      const { actor } = act;
      const isRenamed = displayName !== undefined && displayName !== actor.displayName;
      if (!isRenamed && password === undefined) return act.changedNothing();
      let passwordHash: string | undefined;
      if (password !== undefined) {
        refuseAccessToken(act);
        refuseNameAsPassword(actor.username, password);
        await provePassword(context, act, original, 'original_password');
        passwordHash = await context.passwords.run(() => context.passwords.hash(password));
      }
      await changePeople(context, async (transaction, version) => {
        if (isRenamed)
          await transaction<UserRow>('users')
            .where({ id: actor.id })
            .update({ display_name: displayName, changed_version: version });
        if (passwordHash !== undefined) {
          await refuseOvertaken(transaction, actor, 'original_password');
          await setPassword(transaction, actor.id, passwordHash, version);
        }
        await act.audit(transaction, {
          kind: 'user',
          id: String(actor.id),
          name: actor.username,
          changes: {
            ...(isRenamed && { display_name: [actor.displayName, displayName] }),
            ...(passwordHash !== undefined && { password: ['hidden', 'changed'] }),
          },
        });
      });
      if (passwordHash !== undefined) await beginSession(context, act, { ...actor, passwordHash });
    },
  }),

  'users.delete-self': defineOperation({
    role: 'user',
    summary: 'Takes the caller and their keys out of use, for ever',
    isChange: true,
    input: z.object({ body: z.object({ password: z.string().optional() }).default({}) }),
    data: nothing,
    async run(context, act, { body }) {
      const { actor } = act;
      refuseAccessToken(act);
      if (actor.role === 'root') deny('Root cannot be deleted.');
      await provePassword(context, act, body.password, 'password');
      await changePeople(context, async (transaction, version) => {
        await refuseOvertaken(transaction, actor, 'password');
        await removeKeys(transaction, await keysOfUsers(transaction, [actor]), version);
        await removeUsers(transaction, [actor], version);
        await act.audit(transaction, {
          kind: 'user',
          id: String(actor.id),
          name: actor.username,
          changes: { removed: [false, true] },
        });
      });
      act.keepSession('', 0);
    },
  }),
};

/** @param spender.nowMs the ledger's clock, by which windows are named; undefined while it is away. */
async function showBudgets(
  ledger: Ledger,
  { owner, budgets, nowMs }: { owner: string; budgets: readonly Budget[]; nowMs: bigint | undefined },
) {
  // 0 comes from a ledger of the version before, which tells no time.
  const now = Number(nowMs) || Date.now();
  const purses = budgets.map(({ every, timeZone }) => budgetPurse(owner, windowAt(every, timeZone, now)));
  const isAsked = nowMs !== undefined && purses.length > 0;
  const found = isAsked ? await findPurses(ledger, purses) : undefined;
  const usedOf = new Map(found?.purses.map(({ id, used }) => [id, used]));
  return budgets.map((budget, place) => ({
    ...toBudgetView(budget),
    quota: budget.units,
    // A window in which nothing was asked yet has no purse.
    used_quota: found ? (usedOf.get(purses[place] ?? '') ?? 0n) : null,
  }));
}

/** A page without a balance is better than none: whoever the ledger is away for still sees who they are. */
async function findPurses(ledger: Ledger, ids: string[]): Promise<GetPursesResponse | undefined> {
  try {
    return await ledger.getPurses({ purses: ids });
  } catch (error) {
    if (isAway(error)) return undefined;
    throw error;
  }
}
