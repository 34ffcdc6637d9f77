import { Role } from '@headgate/proto/gen/headgate/account/v1/account';

/** Everybody's role, the least first. */
export const roles = ['user', 'admin', 'root'] as const;

export type RoleName = (typeof roles)[number];

const onWire: Record<RoleName, Role> = { user: Role.USER, admin: Role.ADMIN, root: Role.ROOT };

export function toWireRole(role: RoleName): Role {
  return onWire[role];
}
