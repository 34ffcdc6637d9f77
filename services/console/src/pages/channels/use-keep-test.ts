import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type ChannelTest, lastTestsQuery } from '../../api/channel-tests.ts';

/** Keeps what came of a test beside its channel. */
export function useKeepTest(): (test: ChannelTest) => void {
  const cache = useQueryClient();
  return useCallback(
    (test) =>
      void cache.setQueryData(lastTestsQuery.queryKey, (tests) =>
        new Map(tests ?? []).set(test.channel_id, test),
      ),
    [cache],
  );
}
