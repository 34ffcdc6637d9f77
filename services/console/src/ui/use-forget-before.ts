import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { forgetBefore } from '../api/cache.ts';

/** Forgets what was answered to somebody when it is somebody else who is signed in. */
export function useForgetBefore(userId: number | undefined): void {
  const cache = useQueryClient();
  const before = useRef(userId);
  useEffect(() => {
    if (userId === undefined || userId === before.current) return;
    if (before.current !== undefined) void forgetBefore(cache);
    before.current = userId;
  }, [userId, cache]);
}
