import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { selfQuery } from '../api/user.ts';

/**
 * The windows of a browser have one session. Where somebody else signs in in one of them, what is done in the others is done as
 * they: those ask at once who is signed in, also where nobody looks at them anew.
 */
export function useAgreeOnUser(userId: number | undefined): void {
  const cache = useQueryClient();
  useEffect(() => {
    if (userId === undefined) return;
    const windows = new BroadcastChannel('headgate-user');
    windows.onmessage = ({ data: signedIn }) => {
      if (signedIn !== userId) void cache.invalidateQueries({ queryKey: selfQuery.queryKey });
    };
    windows.postMessage(userId);
    return () => windows.close();
  }, [userId, cache]);
}
