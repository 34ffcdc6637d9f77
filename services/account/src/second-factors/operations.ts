import { seal } from '@headgate/runtime/seal';
import { z } from 'zod';
import { defineOperation, type Operation } from '../operations/operation.ts';
import { refuse } from '../operations/refuse.ts';
import { noInput, nothing } from '../operations/words.ts';
import { requireFreshFactor } from '../sessions/require-fresh-factor.ts';
import { requireLiveSession } from '../sessions/require-live-session.ts';
import { requireSession } from '../sessions/require-session.ts';
import { readSite } from '../site/store.ts';
import type { User } from '../users/store.ts';
import { hashBackupCode, makeBackupCodes } from './backup-codes.ts';
import { openSecret, placeOf, requireCode } from './check-code.ts';
import {
  countBackupCodes,
  deleteSecondFactor,
  enable,
  findSecondFactor,
  hasSecondFactor,
  lockSecondFactor,
  putPending,
  replaceBackupCodes,
} from './store.ts';
import { makeSecret, toUri } from './totp.ts';
import { withCode } from './words.ts';

const backupCodes = z.array(z.string());

const isOnAlready = 'factor_is_on';

export const secondFactorOperations: Record<string, Operation> = {
  'second-factors.status': defineOperation({
    role: 'user',
    summary: "Whether a code of an app is asked for at the caller's sign-in",
    input: noInput,
    data: z.object({
      enabled: z.boolean(),
      /** Too many codes were wrong. */
      locked: z.boolean(),
      backup_codes_remaining: z.int(),
    }),
    async run({ knex }, { actor }) {
      const factor = await findSecondFactor(knex, actor.id);
      const isEnabled = factor?.enabled ?? false;
      return {
        enabled: isEnabled,
        locked: factor?.is_locked ?? false,
        backup_codes_remaining: isEnabled ? await countBackupCodes(knex, actor.id) : 0,
      };
    },
  }),

  'second-factors.setup': defineOperation({
    role: 'user',
    summary:
      'A secret for an authenticator app and backup codes, shown this once; a code of the app turns them on',
    isChange: true,
    input: noInput,
    data: z.object({
      secret: z.string(),
      /** An otpauth URI. */
      qr_code_data: z.string(),
      backup_codes: backupCodes,
    }),
    async run({ knex, masterKey }, act) {
      const { actor } = act;
      if (await hasSecondFactor(knex, actor.id)) refuse(isOnAlready);
      await requireFreshFactor({ knex }, act);
      const secret = makeSecret();
      const codes = makeBackupCodes();
      const issuer = (await readSite(knex))?.name ?? 'Headgate';
      await knex.transaction(async (transaction) => {
        await requireLiveSession(transaction, act);
        const isPut = await putPending(transaction, actor.id, seal(masterKey, placeOf(actor.id), secret));
        if (!isPut) refuse(isOnAlready);
        await replaceBackupCodes(transaction, actor.id, hashAll(secret, actor, codes));
        await act.audit(transaction, changeOf(actor));
      });
      const { username } = actor;
      return { secret, qr_code_data: toUri(secret, { issuer, username }), backup_codes: codes };
    },
  }),

  'second-factors.enable': defineOperation({
    role: 'user',
    summary: 'Turns two-factor sign-in on',
    isChange: true,
    input: withCode,
    data: nothing,
    async run(context, act, { body }) {
      requireSession(act);
      await requireCode(context, act.actor.id, body.code, 'pending');
      await context.knex.transaction(async (transaction) => {
        await requireLiveSession(transaction, act);
        if (!(await enable(transaction, act.actor.id))) refuse('factor_changed');
        await act.audit(transaction, changeOf(act.actor, { enabled: [false, true] }));
      });
    },
  }),

  'second-factors.disable': defineOperation({
    role: 'user',
    summary: 'Turns two-factor sign-in off',
    isChange: true,
    input: withCode,
    data: nothing,
    async run(context, act, { body }) {
      requireSession(act);
      await requireCode(context, act.actor.id, body.code);
      await context.knex.transaction(async (transaction) => {
        await requireLiveSession(transaction, act);
        await deleteSecondFactor(transaction, act.actor.id);
        await act.audit(transaction, changeOf(act.actor, { enabled: [true, false] }));
      });
    },
  }),

  'second-factors.renew-backup-codes': defineOperation({
    role: 'user',
    summary: 'New backup codes in place of the old ones',
    isChange: true,
    input: withCode,
    data: z.object({ backup_codes: backupCodes }),
    async run(context, act, { body }) {
      const { knex, masterKey } = context;
      requireSession(act);
      await requireCode(context, act.actor.id, body.code);
      const codes = makeBackupCodes();
      await knex.transaction(async (transaction) => {
        await requireLiveSession(transaction, act);
        const factor = await lockSecondFactor(transaction, act.actor.id);
        const secret = factor && openSecret(masterKey, factor);
        if (secret === undefined) return refuse('factor_changed');
        await replaceBackupCodes(transaction, act.actor.id, hashAll(secret, act.actor, codes));
        await act.audit(transaction, changeOf(act.actor, { backup_codes: ['old', 'new'] }));
      });
      return { backup_codes: codes };
    },
  }),
};

function hashAll(secret: string, { id }: User, codes: readonly string[]): Buffer[] {
  return codes.map((each) => hashBackupCode(secret, id, each));
}

function changeOf({ id, username }: User, changes: Record<string, [unknown, unknown]> = {}) {
  return { kind: 'second factor', id: String(id), name: username, changes };
}
