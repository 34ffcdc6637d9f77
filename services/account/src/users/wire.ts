import type { User as WireUser } from '@headgate/proto/gen/headgate/account/v1/account';
import { toWireRole } from './roles.ts';
import type { User } from './store.ts';

export function toWireUser(user: User): WireUser {
  return {
    id: user.id,
    username: user.username,
    displayName: user.displayName,
    role: toWireRole(user.role),
    enabled: user.enabled,
    group: user.group,
  };
}
