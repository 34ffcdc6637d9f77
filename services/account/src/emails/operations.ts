import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { deleteAccessTokensOfUser } from '../access-tokens/store.ts';
import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import { defineOpenOperation, defineOperation, type Operation } from '../operations/operation.ts';
import { refuse } from '../operations/refuse.ts';
import { refuseAccessToken } from '../operations/refuse-access-token.ts';
import { nothing } from '../operations/words.ts';
import { readOptions } from '../options/options.ts';
import { forgiveLogins } from '../sessions/throttle-login.ts';
import { findUserByEmail } from '../users/find-user.ts';
import { newPassword, refuseNameAsPassword } from '../users/password-rules.ts';
import { languages } from '../users/profile.ts';
import { provePassword, refuseOvertaken } from '../users/prove-password.ts';
import { setPassword } from '../users/set-password.ts';
import { changePeople } from '../versions/change-people.ts';
import { emailAddress, refuseForeignDomain } from './address.ts';
import { type CodePurpose, checkCode, takeCode, wrongCode } from './codes.ts';
import { throttleMail } from './throttle-mail.ts';
import { writeMail } from './write-mail.ts';

const mailQuery = z.object({ email: emailAddress, language: z.enum(languages).optional() });
const code = z.string().min(1, 'is needed').max(200, 'is no code');
const generatedBytes = 18;

export const emailOperations: Record<string, Operation> = {
  'emails.verify': defineOpenOperation({
    summary: 'Sends a code to an e-mail address, to show that it is the caller’s',
    input: z.object({ query: mailQuery }),
    data: nothing,
    async run(context, act, { query }) {
      const options = await readOptions(context.knex);
      if (!act.actor && !options.registration) refuse('registration_closed');
      refuseForeignDomain(options, query.email);
      await sendLater(context, act, 'verify', query);
    },
  }),

  'emails.send-reset': defineOpenOperation({
    summary: 'Sends what a new password can be set with, if somebody has this address',
    input: z.object({ query: mailQuery }),
    data: nothing,
    run: (context, act, { query }) => sendLater(context, act, 'reset', query),
  }),

  'emails.reset-password': defineOpenOperation({
    summary: 'Sets a new password with what was sent; without one, makes one and shows it',
    isChange: true,
    input: z.object({
      body: z.object({ email: emailAddress, token: code, password: newPassword.optional() }),
    }),
    data: z.string().optional(),
    async run(context, act, { body: { email, token, password } }) {
      const { knex, passwords } = context;
      const chosen = password ?? randomBytes(generatedBytes).toString('base64url');
      if (!(await checkCode(knex, 'reset', email, token))) refuse(wrongCode, 'token');
      const user = await findUserByEmail(knex, email);
      if (!user) return refuse(wrongCode, 'token');
      refuseNameAsPassword(user.username, chosen);
      const hash = await passwords.run(() => passwords.hash(chosen));
      await changePeople(context, async (transaction, version) => {
        if (!(await takeCode(transaction, 'reset', email, token))) refuse(wrongCode, 'token');
        await setPassword(transaction, user.id, hash, version);
        await deleteAccessTokensOfUser(transaction, user.id);
        const changes: Record<string, [unknown, unknown]> = { password: ['hidden', 'reset by e-mail'] };
        await act.audit(transaction, { kind: 'user', id: String(user.id), name: user.username, changes });
      });
      await forgiveLogins(context, [user.username, email]);
      return password === undefined ? chosen : undefined;
    },
  }),

  'emails.bind': defineOperation({
    role: 'user',
    summary: 'Gives the caller an e-mail address, with the code that was sent to it',
    isChange: true,
    input: z.object({
      body: z.object({ email: emailAddress, code, password: z.string().optional() }),
    }),
    data: nothing,
    async run(context, act, { body: { email, code: sent, password } }) {
      const { actor } = act;
      refuseAccessToken(act);
      // Whoever has the address can reset the password: an open browser is not enough.
      await provePassword(context, act, password, 'password');
      refuseForeignDomain(await readOptions(context.knex), email);
      if (!(await checkCode(context.knex, 'verify', email, sent))) refuse(wrongCode, 'code');
      await changePeople(context, async (transaction) => {
        await refuseOvertaken(transaction, actor, 'password');
        if (!(await takeCode(transaction, 'verify', email, sent))) refuse(wrongCode, 'code');
        if (await findUserByEmail(transaction, email)) refuse('address_taken', 'email');
        await transaction('users').where({ id: actor.id }).update({ email });
        const changes: Record<string, [unknown, unknown]> = { email: ['hidden', 'changed'] };
        await act.audit(transaction, { kind: 'user', id: String(actor.id), name: actor.username, changes });
      });
    },
  }),
};

async function sendLater(
  context: Context,
  { ip }: Act,
  purpose: CodePurpose,
  { email, language }: z.output<typeof mailQuery>,
): Promise<void> {
  const { mails } = context;
  if (!mails.isOn) refuse('mail_is_off');
  await throttleMail(context, { email, ip });
  mails.put(() => writeMail(context, purpose, email, language));
}
