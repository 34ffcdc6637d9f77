import { z } from 'zod';
import { hashToken } from '../sessions/token.ts';
import type { User } from '../users/store.ts';

/** One factor is proven; the other is waited for. */
export const secondFactorFlow = {
  name: 'second factor',
  lifetimeSeconds: 5 * 60,
  data: z.object({
    user_id: z.string().transform(BigInt),
    /** The password that they had then. */
    password: z.string().default(''),
  }),
};

/** What a flow knows of a password: whether it is still the same. */
export function nameOfPassword({ passwordHash }: User): string {
  return hashToken(passwordHash ?? '').toString('base64url');
}
