import type { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import type { DialectName } from '../canon/dialect-name.ts';

/** A kind of upstream: how it is called. One file each in this folder. */
export interface Upstream {
  /** The word for it in `provider:` of a channel. */
  name: string;
  /** The dialects that it speaks itself, best first, with the path of each below the channel's base URL. */
  paths: readonly (readonly [dialect: DialectName, path: (call: PathCall) => string])[];
  /** The headers that carry a channel's key. */
  credentials(key: string): Record<string, string>;
  /** What it demands on every call. */
  headers?: Readonly<Record<string, string>>;
  /** Whether a stream of chat completions reports usage only when `stream_options` asks for it. */
  usageOnRequest: boolean;
}

/** What a path may depend on. */
export interface PathCall {
  /** What the upstream calls the model. */
  model: string;
  stream: boolean;
}

/** The dialect to call an upstream in: the client's own where it is spoken, the upstream's best otherwise. */
export function spokenDialect(upstream: Upstream, client: DialectName): DialectName | undefined {
  const names = upstream.paths.map(([dialect]) => dialect);
  return names.includes(client) ? client : names[0];
}

/** Where a channel serves a dialect; undefined when its upstream does not speak it. */
export function endpointOf(
  channel: Channel,
  upstream: Upstream,
  dialect: DialectName,
  call: PathCall,
): URL | undefined {
  const path = upstream.paths.find(([name]) => name === dialect)?.[1];
  return path && new URL(channel.baseUrl.replace(/\/+$/, '') + path(call));
}
