import { z } from 'zod';
import type { RoleName } from './roles.ts';
import type { User } from './store.ts';

/** The numbers that the session API has for roles. */
const roleNumbers = { user: 1, admin: 10, root: 100 } as const satisfies Record<RoleName, number>;

/** A user as they themselves see them. */
export const userView = z.object({
  id: z.int(),
  username: z.string(),
  display_name: z.string(),
  role: z.literal([1, 10, 100]).describe('1: user, 10: administrator, 100: root'),
  status: z.literal([1, 2]).describe('1: enabled, 2: disabled'),
  group: z.string(),
});

export function toUserView(user: User): z.input<typeof userView> {
  return {
    id: Number(user.id),
    username: user.username,
    display_name: user.displayName,
    role: roleNumbers[user.role],
    status: user.enabled ? 1 : 2,
    group: user.group,
  };
}
