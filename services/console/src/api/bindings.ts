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

/** Where the browser goes to sign in once more, so that it is known that it is still they, and comes back from. */
export async function confirmUrl(provider: string, returnTo: string): Promise<string> {
  const query = { return_to: returnTo, purpose: 'confirm' };
  return providerUrl(provider, await ask<string>('/api/oauth/state', { query }));
}

/**
 * Where the browser goes to bind whoever is signed in, and comes back from. Refused as forbidden until it was confirmed who
 * asks: see `useStepUp`.
 */
export async function bindingUrl(provider: string, returnTo: string): Promise<string> {
  const state = await ask<string>('/api/oauth/state', { query: { return_to: returnTo } });
  return providerUrl(provider, state);
}

function providerUrl(provider: string, state: string): string {
  return `/api/oauth/${encodeURIComponent(provider)}?${new URLSearchParams({ state })}`;
}

export function removeBinding(provider: string): Promise<void> {
  return ask(`/api/user/oauth/bindings/${encodeURIComponent(provider)}`, { method: 'DELETE' });
}
