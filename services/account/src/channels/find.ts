import { refuse } from '../operations/refuse.ts';
import type { Channel } from './store.ts';

export interface ChannelFilter {
  /** Part of a name, an address or a model, or the whole id. */
  keyword?: string | undefined;
  provider?: string | undefined;
  group?: string | undefined;
  model?: string | undefined;
  tag?: string | undefined;
  enabled?: boolean | undefined;
}

export function filterChannels(channels: readonly Channel[], filter: ChannelFilter): Channel[] {
  const { provider, group, model, tag, enabled } = filter;
  const keyword = filter.keyword?.toLowerCase() ?? '';
  return channels.filter((channel) => {
    const names = () => channel.models.flatMap(({ name, upstream }) => [name, upstream]);
    return (
      (provider === undefined || channel.provider === provider) &&
      (group === undefined || channel.groups.includes(group)) &&
      (model === undefined || names().includes(model)) &&
      (tag === undefined || channel.tag === tag) &&
      (enabled === undefined || channel.enabled === enabled) &&
      (keyword === '' ||
        String(channel.id) === keyword ||
        [channel.name, channel.baseUrl, ...names()].some((text) => text.toLowerCase().includes(keyword)))
    );
  });
}

export function findChannel(channels: readonly Channel[], id: bigint): Channel {
  return channels.find((channel) => channel.id === id) ?? refuse('channel_missing', 'id');
}

/** One whose credentials can be sealed again: writing a channel seals them anew. */
export function requireKeys(channel: Channel): Channel & { keys: string[] } {
  const { keys } = channel;
  if (keys) return { ...channel, keys };
  return refuse('channel_keys_unreadable', 'keys', { channel: channel.name });
}
