import { queryOptions } from '@tanstack/react-query';
import { ask } from './client.ts';

/** Who somebody is at a provider. */
export interface Binding {
  provider: string;
  /** What they are called there. */
  username: string;
  /** Unix seconds. */
  created_at: number;
}

export const bindingsQuery = queryOptions({
  queryKey: ['user', 'bindings'],
  queryFn: ({ signal }) => ask<Binding[]>('/api/user/oauth/bindings', { signal }),
});

/**
 * Where the browser goes to bind whoever is signed in, and comes back from. Refused as forbidden until it was confirmed who
 * asks: see `useStepUp`.
 */
export async function bindingUrl(provider: string, returnTo: string): Promise<string> {
  const state = await ask<string>('/api/oauth/state', { query: { return_to: returnTo } });
  return `/api/oauth/${encodeURIComponent(provider)}?${new URLSearchParams({ state })}`;
}

export function removeBinding(provider: string): Promise<void> {
  return ask(`/api/user/oauth/bindings/${encodeURIComponent(provider)}`, { method: 'DELETE' });
}
