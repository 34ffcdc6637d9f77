import { queryOptions } from '@tanstack/react-query';
import type { Language } from '../words/languages.ts';
import { ask } from './client.ts';
import type { Budget } from './keys.ts';

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

export type Theme = 'light' | 'dark' | 'system';

/** What somebody wants the console, and mail to them, to be like. */
export interface Setting {
  language?: Language;
  theme?: Theme;
  /** Quota units below which a letter warns of it; 0 or absent: none does. */
  quota_warning_threshold?: number;
}

/** What somebody may spend within each period, in quota units, and what they have in this one. */
export interface OwnBudget extends Budget {
  quota: number;
  /** Null while nobody can say. */
  used_quota: number | null;
}

/** A user as they themselves see them. */
export interface Self extends User {
  /** Null: none. */
  email: string | null;
  has_password: boolean;
  unlimited_quota: boolean;
  /** Quota units left, and used. Null while nobody can say. */
  quota: number | null;
  used_quota: number | null;
  budgets: OwnBudget[];
  setting: Setting;
}

/** Who is signed in; an error of the kind `signed-out` when nobody is. */
export const selfQuery = queryOptions({
  queryKey: ['user', 'self'],
  queryFn: ({ signal }) => ask<Self>('/api/user/self', { signal }),
  staleTime: 60_000,
  // Somebody else may have signed in meanwhile, in another window.
  refetchOnWindowFocus: 'always',
});

/** The same, for pages that show what somebody has left: it is asked for again when they are gone to. */
export const balanceQuery = queryOptions({ ...selfQuery, staleTime: 0 });

export function signOut(): Promise<void> {
  return ask<void>('/api/user/logout');
}
