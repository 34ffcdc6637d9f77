import { userPurse } from '@headgate/proto/purses';
import type { Knex } from 'knex';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import { defineOperation, type Operation } from '../operations/operation.ts';
import { refuse } from '../operations/refuse.ts';
import { untilFresh } from '../versions/until-fresh.ts';
import { type Profile, type Setting, settingSchema } from './profile.ts';
import type { User } from './store.ts';

export const settingOperations: Record<string, Operation> = {
  'users.change-setting': defineOperation({
    role: 'user',
    summary:
      'Changes the language of the console and of mail, the theme, or at what balance a warning is sent; what is left out stays',
    isChange: true,
    input: z.object({ body: settingSchema.strict() }),
    data: settingSchema,
    async run(context, act, { body }) {
      const after = await untilFresh(() => tryToChange(context, act, body));
      return after === 'stale' ? refuse('settings_kept_changing') : after;
    },
  }),
};

async function tryToChange(context: Context, act: Act<User>, wish: Setting): Promise<Setting | 'stale'> {
  const { actor } = act;
  const { rowVersion, ...profile } = await readVersioned(context.knex, actor.id);
  const before = profile.setting;
  const after: Setting = { ...before, ...wish };
  // Nothing is locked meanwhile. Of two changes at once the second is stale, and tells ledger again.
  if (wish.quota_warning_threshold !== undefined)
    await setWarning(context, actor, profile, wish.quota_warning_threshold);
  return context.knex.transaction(async (transaction) => {
    const written = await transaction('users')
      .where({ id: actor.id })
      .whereRaw('xmin::text = ?', [rowVersion])
      .update({ setting: JSON.stringify(after) });
    if (written === 0) return 'stale';
    const changes: Record<string, [unknown, unknown]> = { setting: [before, after] };
    await act.audit(transaction, { kind: 'user', id: String(actor.id), name: actor.username, changes });
    return after;
  });
}

/** Settings that were written over with the same are others: who wrote them told ledger what others do not want. */
async function readVersioned(knex: Knex, userId: bigint): Promise<Profile & { rowVersion: string }> {
  const row = await knex('users')
    .where({ id: userId })
    .first<(Profile & { rowVersion: string }) | undefined>(
      'email',
      'setting',
      knex.raw('xmin::text as "rowVersion"'),
    );
  return row ?? refuse('user_missing');
}

/** Ledger is told before the row says so: it is told again by whoever tries again. */
async function setWarning(
  { ledger, mails }: Pick<Context, 'ledger' | 'mails'>,
  user: User,
  { email }: Profile,
  belowUnits: number,
): Promise<void> {
  const purse = userPurse(user.id);
  if (belowUnits === 0) return void (await ledger.setWarning({ purse }));
  if (!mails.isOn) refuse('mail_is_off', 'quota_warning_threshold');
  if (email === null) refuse('address_missing', 'quota_warning_threshold');
  await ledger.setWarning({ purse, belowUnits: BigInt(belowUnits) });
}
