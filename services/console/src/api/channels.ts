import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ask } from './client.ts';
import { type ListPage, listPageSize } from './list-page.ts';

export interface ChannelModel {
  /** What clients call it, and what the upstream does. */
  name: string;
  upstream: string;
}

/** A configured credential at an upstream, without the credential. */
export interface Channel {
  id: number;
  name: string;
  provider: string;
  vendor: string;
  base_url: string;
  models: ChannelModel[];
  groups: string[];
  priority: number;
  weight: number;
  send_request_id: boolean;
  /** Seconds. */
  timeouts: Timeouts;
  api_version: string;
  region: string;
  store: boolean;
  overrides: Overrides;
  enabled: boolean;
  tag: string;
  from_config: boolean;
  keys: ChannelKey[];
  key_count: number;
  keys_readable: boolean;
  /** Unix seconds, and milliseconds; null where it was never tested. */
  test_time: number | null;
  response_time: number | null;
  last_test: LastTest | null;
  /** What was left when the upstream was last asked; null where it never told. */
  balance: number | null;
  balance_currency: string | null;
  balance_updated_time: number | null;
}

/** What may be seen of a key: its place, and how it ends where it is long enough. */
export interface ChannelKey {
  index: number;
  last: string;
  enabled: boolean;
}

export interface LastTest {
  success: boolean;
  message: string;
  model: string;
  /** The upstream's; 0 where it gave none. */
  status: number;
  /** Who asked; empty where nobody did. */
  by: string;
}

export const timeoutNames = ['connect', 'first_byte', 'idle', 'answer'] as const;
export type Timeouts = { [Name in (typeof timeoutNames)[number]]?: number };

export interface Overrides {
  parameters?: Record<string, unknown>;
  headers?: Record<string, string>;
  statuses?: Record<string, number>;
}

/** What is said of a channel to make or change it; null has its default again. */
export interface ChannelChanges {
  name: string;
  provider: string;
  base_url: string;
  /** One key in each line; left out where the keys stay. */
  key?: string;
  key_mode?: 'replace' | 'append';
  models: ChannelModel[];
  groups: string[] | null;
  priority: number;
  weight: number | null;
  send_request_id: boolean;
  timeouts: Timeouts | null;
  overrides: Overrides | null;
  store: boolean;
  vendor: string | null;
  api_version: string | null;
  region: string | null;
  tag: string;
}

export interface ChannelFilter {
  keyword: string;
  provider: string;
  group: string;
  model: string;
  tag: string;
  enabled: 'true' | 'false' | '';
}

export const channelsKey = ['channels'];

export function channelsQuery(filter: Partial<ChannelFilter>, page: number) {
  return queryOptions({
    queryKey: [...channelsKey, filter, page],
    queryFn: ({ signal }) =>
      ask<ListPage<Channel>>('/api/channel', {
        query: { ...filter, p: page, page_size: listPageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** A channel as it is now. */
export function readChannel(id: number, signal?: AbortSignal): Promise<Channel> {
  return ask(`/api/channel/${id}`, { signal });
}

/** One channel as it is now. */
export function channelOfIdQuery(id: number) {
  return queryOptions({
    queryKey: [...channelsKey, 'one', id],
    queryFn: ({ signal }) => readChannel(id, signal),
  });
}

/** The same, beginning with what a list said. */
export function channelQuery(channel: Channel) {
  return queryOptions({ ...channelOfIdQuery(channel.id), initialData: channel });
}

const pageSize = 100;
const mostPages = 50;

/** The first channels, nearly always all that there are: `total` says how many. */
export const allChannelsQuery = queryOptions({
  queryKey: [...channelsKey, 'all'],
  async queryFn({ signal }): Promise<ListPage<Channel>> {
    const all: ListPage<Channel> = { items: [], total: 0 };
    for (let page = 1; page <= mostPages; page += 1) {
      const query = { p: page, page_size: pageSize };
      const { items, total } = await ask<ListPage<Channel>>('/api/channel', { query, signal });
      all.items.push(...items);
      all.total = total;
      if (items.length === 0 || all.items.length >= total) break;
    }
    return all;
  },
});

/** `batch`: a channel for each key. */
export function createChannel(
  { key_mode: _mode, ...changes }: ChannelChanges,
  mode: 'batch' | 'multi_to_single',
): Promise<{ ids: number[] }> {
  const said = Object.entries(changes).filter(([, value]) => value !== null);
  const body = { mode, channel: Object.fromEntries(said) };
  return ask('/api/channel', { method: 'POST', body });
}

export function changeChannel(id: number, changes: Partial<ChannelChanges> & { enabled?: boolean }) {
  return ask<Channel>('/api/channel', { method: 'PUT', body: { id, ...changes } });
}

export function copyChannel(id: number): Promise<{ id: number }> {
  return ask(`/api/channel/copy/${id}`, { method: 'POST' });
}

export function deleteChannel(id: number): Promise<void> {
  return ask(`/api/channel/${id}`, { method: 'DELETE' });
}
