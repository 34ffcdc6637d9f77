import { userPurse } from '@headgate/proto/purses';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { defineOperation, type Operation } from '../operations/operation.ts';
import { refuse } from '../operations/refuse.ts';
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
      const { actor } = act;
      return context.knex.transaction(async (transaction) => {
        // Of two changes the second waits, so that ledger hears of both in the order of the row.
        const profile = await transaction('users')
          .where({ id: actor.id })
          .forUpdate()
          .first<Profile>('email', 'setting');
        const after: Setting = { ...profile.setting, ...body };
        if (body.quota_warning_threshold !== undefined)
          await setWarning(context, actor, profile, body.quota_warning_threshold);
        await transaction('users')
          .where({ id: actor.id })
          .update({ setting: JSON.stringify(after) });
        const changes: Record<string, [unknown, unknown]> = { setting: [profile.setting, after] };
        await act.audit(transaction, { kind: 'user', id: String(actor.id), name: actor.username, changes });
        return after;
      });
    },
  }),
};

/** Ledger is told before the row says so: it is told again by whoever tries again. */
async function setWarning(
  { ledger, mails }: Pick<Context, 'ledger' | 'mails'>,
  user: User,
  { email }: Profile,
  belowUnits: number,
): Promise<void> {
  const purse = userPurse(user.id);
  if (belowUnits === 0) return void (await ledger.setWarning({ purse }));
  if (!mails.isOn) refuse('This installation sends no e-mail.', 'quota_warning_threshold');
  if (email === null)
    refuse('Give yourself an e-mail address first: the warning is sent there.', 'quota_warning_threshold');
  await ledger.setWarning({ purse, belowUnits: BigInt(belowUnits) });
}
