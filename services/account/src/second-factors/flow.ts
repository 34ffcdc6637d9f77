import { z } from 'zod';

/** One factor is proven; the other is waited for. */
export const secondFactorFlow = {
  name: 'second factor',
  lifetimeSeconds: 5 * 60,
  data: z.object({ user_id: z.string().transform(BigInt) }),
};
