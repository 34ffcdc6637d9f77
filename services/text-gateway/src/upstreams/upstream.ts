import type { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import type { Dialect } from '@headgate/proto/gen/headgate/text/v1/text';

/** A kind of upstream: how it is called. One file each in this folder. */
export interface Upstream {
  /** The word for it in `provider:` of a channel. */
  name: string;
  /** The dialects that it speaks itself, with the path of each below the channel's base URL. */
  paths: Partial<Record<Dialect, string>>;
  /** The headers that carry a channel's key. */
  credentials(key: string): Record<string, string>;
  /** Whether a stream reports usage only when `stream_options` asks for it. */
  usageOnRequest: boolean;
}

/** Where a channel serves a dialect; undefined when its upstream does not speak it. */
export function endpointOf(channel: Channel, upstream: Upstream, dialect: Dialect): URL | undefined {
  const path = upstream.paths[dialect];
  if (path === undefined) return undefined;
  return new URL(channel.baseUrl.replace(/\/+$/, '') + path);
}
