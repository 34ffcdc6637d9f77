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
const balanceDeadlineMs = 2 * 60_000;

/** By the id of the channel. Channels that no gateway has used are not in it. */
export const channelHealthQuery = queryOptions({
  queryKey: ['channel-health'],
  queryFn: ({ signal }) => ask<ListPage<ChannelHealth>>('/api/channel/health', { signal }),
  select: ({ items }) => new Map(items.map((health) => [health.channel_id, health])),
  refetchInterval: healthEveryMs,
});

/** Asks every upstream, on and off; what they tell is kept at the channels. */
export async function askForBalances(): Promise<ReadonlyMap<number, ChannelBalance>> {
  const path = '/api/channel/update_balance';
  const { items } = await ask<ListPage<ChannelBalance>>(path, { deadlineMs: balancesDeadlineMs });
  return new Map(items.map((balance) => [balance.channel_id, balance]));
}

/** Asks the upstream of one channel. */
export function askForBalance(id: number): Promise<unknown> {
  return ask(`/api/channel/update_balance/${id}`, { deadlineMs: balanceDeadlineMs });
}

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
