import type { TestAccount } from './test-account.ts';

/** Resets a user's password in the moment in which one that was shown has been checked, once; gives the new one. */
export async function resetOnceShown({ context }: TestAccount, username: string): Promise<string> {
  const { passwords, knex } = context;
  const password = 'the password of a reset';
  const password_hash = await passwords.hash(password);
  context.passwords = {
    ...passwords,
    async verify(shown, hash) {
      const isRight = await passwords.verify(shown, hash);
      await knex('users').where({ username }).update({ password_hash });
      context.passwords = passwords;
      return isRight;
    },
  };
  return password;
}
