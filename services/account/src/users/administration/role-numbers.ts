import type { RoleName } from '../roles.ts';

/** Roles by the numbers that the session API has for them. */
export const roleOfNumber = { 1: 'user', 10: 'admin', 100: 'root' } as const satisfies Record<
  number,
  RoleName
>;
