import { partyOf } from '@headgate/runtime/party-of';
import { z } from 'zod';
import { quotaUnits } from '../apply/document/decimal.ts';
import { type AttemptRule, countAttempt } from '../attempts/count-attempt.ts';
import { emailAddress, refuseForeignDomain } from '../emails/address.ts';
import { checkCode, takeCode, wrongCode } from '../emails/codes.ts';
import { defineOpenOperation, type Operation } from '../operations/operation.ts';
import { refuse } from '../operations/refuse.ts';
import { nothing } from '../operations/words.ts';
import { readOptions } from '../options/options.ts';
import { createUser } from './create-user.ts';
import { newPassword, refuseNameAsPassword } from './password-rules.ts';
import { newUsername } from './username.ts';

/** Each user may be granted something: nobody makes them by the hundred. */
const rule: AttemptRule = {
  kind: 'register',
  free: 10,
  windowSeconds: 60 * 60,
  firstPauseSeconds: 60,
  longestPauseSeconds: 60 * 60,
  message: 'Too many registrations from this address. Wait a little.',
};

export const registerOperations: Record<string, Operation> = {
  'users.register': defineOpenOperation({
    summary: 'Makes a user of whoever asks, where that is allowed',
    isChange: true,
    input: z.object({
      body: z.object({
        username: newUsername,
        password: newPassword,
        email: z.preprocess((text) => (text === '' ? undefined : text), emailAddress.optional()),
        verification_code: z.string().max(200, 'is no code').optional(),
      }),
    }),
    data: nothing,
    async run(context, act, { body: { username, password, email, verification_code: code = '' } }) {
      const { knex, mails, passwords } = context;
      const options = await readOptions(knex);
      if (!options.registration) refuse('registration_closed');
      if (options.email_verification && email === undefined) refuse('address_needed', 'email');
      // Nobody can show that an address is theirs.
      if (email !== undefined && !mails.isOn) refuse('mail_is_off', 'email');
      refuseNameAsPassword(username, password);
      // Counted once there is room to hash: what there was none for says nothing of whoever asked.
      const passwordHash = await passwords.run(async () => {
        await countAttempt(knex, rule, partyOf(act.ip));
        if (email !== undefined) {
          refuseForeignDomain(options, email);
          if (!(await checkCode(knex, 'verify', email, code))) refuse(wrongCode, 'verification_code');
        }
        return passwords.hash(password);
      });
      await createUser(context, act, {
        username,
        passwordHash,
        role: 'user',
        email: email ?? null,
        quota: { source: 'registration', units: quotaUnits.parse(options.new_user_quota_usd) },
        async admit(transaction) {
          if (email !== undefined && !(await takeCode(transaction, 'verify', email, code)))
            refuse(wrongCode, 'verification_code');
        },
      });
    },
  }),
};
