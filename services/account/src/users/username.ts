import { z } from 'zod';

const longest = 64;

/** What people may call themselves. Without `@`, so that no name is somebody's e-mail address. */
export const newUsername = z
  .string()
  .max(longest, `must have at most ${longest} characters`)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'must be letters, digits, dots, dashes and underlines');
