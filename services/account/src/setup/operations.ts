import { z } from 'zod';
import { defineOpenOperation, type Operation } from '../operations/operation.ts';
import { refuse } from '../operations/refuse.ts';
import { noInput, nothing } from '../operations/words.ts';
import { createUser } from '../users/create-user.ts';
import { hasRoot } from '../users/find-user.ts';
import { newPassword, refuseNameAsPassword } from '../users/password-rules.ts';
import { newUsername } from '../users/username.ts';

export const setupOperations: Record<string, Operation> = {
  'setups.show': defineOpenOperation({
    summary: 'Whether the installation has its root user',
    input: noInput,
    data: z.object({ status: z.boolean(), root_init: z.boolean() }),
    async run({ knex }) {
      const isDone = await hasRoot(knex);
      return { status: isDone, root_init: isDone };
    },
  }),

  'setups.create': defineOpenOperation({
    summary: 'Makes the root user, where there is none',
    isChange: true,
    input: z.object({ body: z.object({ username: newUsername, password: newPassword }) }),
    data: nothing,
    async run(context, act, { body: { username, password } }) {
      const refuseSecond = async (knex: typeof context.knex): Promise<void> => {
        if (await hasRoot(knex)) refuse('installation_is_set_up');
      };
      await refuseSecond(context.knex);
      refuseNameAsPassword(username, password);
      const passwordHash = await context.passwords.run(() => context.passwords.hash(password));
      await createUser(context, act, {
        username,
        passwordHash,
        role: 'root',
        email: null,
        quota: 'unlimited',
        admit: refuseSecond,
      });
    },
  }),
};
