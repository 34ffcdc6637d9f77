import { queryOptions } from '@tanstack/react-query';
import { ask } from './client.ts';

export interface User {
  id: number;
  username: string;
  display_name: string;
  /** 1 is a user, 10 an administrator, 100 root. */
  role: number;
  status: number;
  group: string;
}

export type Role = 'user' | 'admin' | 'root';

const roleNumbers: Record<Role, number> = { user: 1, admin: 10, root: 100 };

/** Whether somebody has at least this role. */
export function hasRole({ role }: Pick<User, 'role'>, needed: Role): boolean {
  return role >= roleNumbers[needed];
}

export function roleOf({ role }: Pick<User, 'role'>): Role {
  return role >= roleNumbers.root ? 'root' : role >= roleNumbers.admin ? 'admin' : 'user';
}

export interface Credentials {
  username: string;
  password: string;
}

/** Who is signed in; an error of the kind `signed-out` when nobody is. */
export const selfQuery = queryOptions({
  queryKey: ['user', 'self'],
  queryFn: ({ signal }) => ask<User>('/api/user/self', { signal }),
  staleTime: 60_000,
});

export function signIn(credentials: Credentials): Promise<User> {
  return ask<User>('/api/user/login', { method: 'POST', body: credentials });
}

export function signOut(): Promise<void> {
  return ask<void>('/api/user/logout');
}
