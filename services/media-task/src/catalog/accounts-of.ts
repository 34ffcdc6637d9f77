import type { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import type { Account } from '../upstreams/upstream.ts';

/** How a channel's vendor is reached: with each of its keys, or once without any. */
export function accountsOf(channel: Channel): readonly Account[] {
  const { provider, region, apiVersion } = channel;
  const baseUrl = channel.baseUrl.replace(/\/$/, '');
  const keys = channel.keys.length === 0 ? [undefined] : channel.keys;
  return keys.map((key) => ({ provider, baseUrl, key, region, apiVersion }));
}
