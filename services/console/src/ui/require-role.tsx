import type { ReactNode } from 'react';
import { hasRole, type Role } from '../api/user.ts';
import { MissingPage } from '../pages/missing-page.tsx';
import { useCurrentUser } from './current-user.ts';

/** Pages of others do not exist. The API refuses them by itself: this only spares people its refusals. */
export function RequireRole({ role, children }: { role: Role; children: ReactNode }) {
  return hasRole(useCurrentUser(), role) ? children : <MissingPage />;
}
