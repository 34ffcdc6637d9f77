import { hashKey, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isSignedOut, isUnanswered } from './api-error.ts';
import { statusQuery } from './status.ts';
import { selfQuery } from './user.ts';

const triesAgain = 2;

/** Whatever was answered lately. */
export function createApiCache(): QueryClient {
  const onError = (error: unknown): void => lookWhoIsSignedIn(cache, error);
  const cache = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        if (queryKey !== selfQuery.queryKey) onError(error);
      },
    }),
    mutationCache: new MutationCache({
      onError(error) {
        onError(error);
        // It may have been done all the same.
        if (isUnanswered(error)) void cache.invalidateQueries();
      },
      // Much is shown on other pages as well: prices, and who may ask for what. What is shown now is told by whoever changes it.
      onSuccess: () => void cache.invalidateQueries({ refetchType: 'none' }),
    }),
    // Nothing waits for a connection: who is without one is to be told, and what they gave up is not to be done when it is back.
    defaultOptions: {
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 5_000,
        retry: (failures, error) => failures < triesAgain && isUnanswered(error),
      },
    },
  });
  return cache;
}

/** Who finds out that nobody is signed in asks who is: the shell then leads to sign-in, or asks for it. */
export function lookWhoIsSignedIn(cache: QueryClient, error: unknown): void {
  if (isSignedOut(error)) void cache.invalidateQueries({ queryKey: selfQuery.queryKey });
}

/** Forgets what was answered to whoever was signed in before: nobody else is to see any of it. What holds for all stays. */
export function forgetAnswers(cache: QueryClient): void {
  const [ofAll] = statusQuery.queryKey;
  cache.removeQueries({ predicate: ({ queryKey: [name] }) => name !== ofAll });
}

/** The same, of somebody who is known to be signed in by now: what is on the page is asked for anew. */
export function forgetBefore(cache: QueryClient): Promise<void> {
  const kept = [statusQuery, selfQuery].map(({ queryKey }) => hashKey(queryKey));
  return cache.resetQueries({ predicate: ({ queryHash }) => !kept.includes(queryHash) });
}
