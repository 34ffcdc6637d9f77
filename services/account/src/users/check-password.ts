import type { Context } from '../context.ts';
import type { User } from './store.ts';

/** Longer input is nobody's password, and not worth hashing. */
const longestPassword = 1024;

/**
 * Whether it is this user's password. The same work is done whether or not there is a user, or a password.
 * @param count counts the attempt, once there is room to check it: what there was none for says nothing of whoever asked.
 */
export async function checkPassword(
  { passwords }: Pick<Context, 'passwords'>,
  user: User | undefined,
  password: string,
  count: () => Promise<void>,
): Promise<boolean> {
  const hash = user?.passwordHash ?? undefined;
  const compared = password.slice(0, longestPassword);
  const isRight = await passwords.run(async () => {
    await count();
    return passwords.verify(compared, hash);
  });
  return isRight && compared === password;
}
