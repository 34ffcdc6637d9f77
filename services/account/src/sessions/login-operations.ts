import { z } from 'zod';
import { defineOpenOperation, type Operation } from '../operations/operation.ts';
import { refuse } from '../operations/refuse.ts';
import { noInput, nothing } from '../operations/words.ts';
import { checkPassword } from '../users/check-password.ts';
import { findUserByLogin } from '../users/find-user.ts';
import { signedIn, signIn } from './sign-in.ts';
import { deleteSession } from './store.ts';
import { throttleLogin } from './throttle-login.ts';

/** Text as PostgreSQL takes it. */
const typed = z
  .string()
  .min(1, 'is needed')
  .regex(/^[^\0]*$/, 'must be text');

export const loginOperations: Record<string, Operation> = {
  'users.login': defineOpenOperation({
    summary: 'Signs in with a username, or an e-mail address, and a password',
    input: z.object({ body: z.object({ username: typed, password: typed }) }),
    data: signedIn,
    async run(context, act, { body: { username, password } }) {
      const { knex, metrics } = context;
      const user = await findUserByLogin(knex, username);
      const { count, forgive } = await throttleLogin(context, { user, name: username, ip: act.ip });
      const isRight = await checkPassword(context, user, password, count);
      metrics.logins.inc({ result: isRight && user?.enabled ? 'opened' : 'refused' });
      // One answer for every wrong pair, so that nobody learns which users there are.
      if (!user || !isRight) return refuse('sign_in_wrong');
      await forgive();
      if (!user.enabled) refuse('user_disabled');
      return signIn(context, act, user);
    },
  }),

  'users.logout': defineOpenOperation({
    summary: 'Signs out here',
    input: noInput,
    data: nothing,
    async run({ knex }, act) {
      if (act.sessionHash) await deleteSession(knex, act.sessionHash);
      act.keepSession('', 0);
    },
  }),
};
