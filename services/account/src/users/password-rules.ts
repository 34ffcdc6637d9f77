import { z } from 'zod';
import { refuse } from '../operations/refuse.ts';

const shortest = 8;
const longest = 1024;

/** A password that somebody chooses. */
export const newPassword = z
  .string()
  .min(shortest, `must have at least ${shortest} characters`)
  .max(longest, `must have at most ${longest} characters`);

export function refuseNameAsPassword(username: string, password: string): void {
  if (password.toLowerCase() === username.toLowerCase()) refuse('password_is_username', 'password');
}
