import { createContext, use } from 'react';
import type { Self } from '../api/user.ts';

/** Who is signed in. The shell has made sure that somebody is. */
export const CurrentUser = createContext<Self | undefined>(undefined);

export function useCurrentUser(): Self {
  const user = use(CurrentUser);
  if (!user) throw new Error('This is shown inside the shell alone');
  return user;
}
