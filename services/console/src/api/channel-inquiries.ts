import { queryOptions } from '@tanstack/react-query';
import { ask } from './client.ts';
import type { ListPage } from './list-page.ts';

export type CircuitState = 'closed' | 'half-open' | 'open';

/** How a channel served lately, over all gateways. */
export interface ChannelHealth {
  channel_id: number;
  state: CircuitState;
  in_flight_requests: number;
  window_seconds: number;
  requests: number;
  failures: number;
  first_byte_p50_ms: number | null;
  credentials: number;
  /** Those that were refused, and are left alone for a while. */
  credentials_open: number;
}

export interface ChannelBalance {
  channel_id: number;
  success: boolean;
  message: string;
  balance: number | null;
  currency: string | null;
}

const healthEveryMs = 10_000;
/** Many upstreams are asked, a few at a time. */
const balancesDeadlineMs = 10 * 60_000;

/** By the id of the channel. Channels that no gateway has used are not in it. */
export const channelHealthQuery = queryOptions({
  queryKey: ['channel-health'],
  queryFn: ({ signal }) => ask<ListPage<ChannelHealth>>('/api/channel/health', { signal }),
  select: ({ items }) => new Map(items.map((health) => [health.channel_id, health])),
  refetchInterval: healthEveryMs,
});

/** Asks every upstream, which is done when somebody asks for it alone. */
export const balancesQuery = queryOptions({
  queryKey: ['channel-balances'],
  queryFn: ({ signal }) =>
    ask<ListPage<ChannelBalance>>('/api/channel/update_balance', { signal, deadlineMs: balancesDeadlineMs }),
  staleTime: 60_000,
});

export function fetchModels(id: number): Promise<string[]> {
  return ask(`/api/channel/fetch_models/${id}`);
}

export interface UnsavedChannel {
  provider: string;
  base_url: string;
  key: string;
  vendor: string;
  api_version: string;
}

/** Of an upstream that no channel has yet. */
export function fetchUnsavedModels(channel: UnsavedChannel): Promise<string[]> {
  return ask('/api/channel/fetch_models', { method: 'POST', body: channel });
}
