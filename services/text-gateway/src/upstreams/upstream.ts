import type { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import type { AccessTokens } from '@headgate/runtime/sign-in/access-tokens';
import type { WireName } from '../canon/dialect-name.ts';
import type { ServiceTraits } from '../dialects/codec.ts';
import type { Edits } from '../json/splice.ts';
import type { Pools } from '../upstream-call/pools.ts';

/** A kind of upstream: how it is called. One file each in this folder. */
export interface Upstream {
  /** The word for it in `provider:` of a channel. */
  name: string;
  /**
   * The styles that it speaks itself, best first, with the path of each below the channel's base URL; undefined where
   * the model is not served in that style.
   */
  paths: readonly (readonly [style: WireName, path: (call: PathCall) => string | undefined])[];
  /** The style that a model is best asked in by clients of others, where that is not the first. */
  best?(call: PathCall): WireName | undefined;
  /** Where it serves realtime sessions, below the channel's base URL, query included. Absent where it does not. */
  realtime?(call: PathCall): string;
  /** How it lists its models. Absent where it does not, or lists them elsewhere than it serves them. */
  models?: ModelListing;
  /** The headers that prove who calls. They may have to be asked for, and may cover every byte of the call. */
  authorize(call: UnsignedCall, tools: AuthorizeTools): Headers | Promise<Headers>;
  /** What it demands on every call. */
  headers?: Headers;
  /** Whether a stream of chat completions reports usage only when `stream_options` asks for it. */
  usageOnRequest: boolean;
  /** The content type of its streams, where they are not server-sent events. */
  streamType?: string;
  /** Where calls differ by their model, or by the service that stands behind a channel. */
  ways?(style: WireName, call: PathCall): Ways;
}

export interface ModelListing {
  /** Below the channel's base URL, the longest page asked for. */
  path: string;
  /** The member that holds the models, and the member of each that names it. */
  list: string;
  name: string;
  /** What stands before every name. */
  prefix?: string;
}

export interface Ways {
  /** Top-level members that are set or taken out in every body, passed or converted. */
  members?: Edits;
  /** In place of the upstream's own. */
  usageOnRequest?: boolean;
  /** What the service takes of a converted request. */
  traits?: ServiceTraits;
}

export type Headers = Readonly<Record<string, string>>;

/** What a path may depend on. */
export interface PathCall {
  /** What the upstream calls the model. */
  model: string;
  stream: boolean;
  channel: Channel;
}

/** A call that lacks nothing but the proof of who makes it. */
export interface UnsignedCall {
  url: URL;
  headers: Headers;
  body: Buffer;
  /** The credential of the channel that was chosen. */
  key: string;
  channel: Channel;
}

/** What an upstream may use to get its proof. */
export interface AuthorizeTools {
  pools: Pools;
  accessTokens: AccessTokens;
}

/** Where a channel answers, and in which style. */
export interface Endpoint {
  style: WireName;
  url: URL;
}

/** Where a channel serves a style itself; undefined when its upstream does not speak it. */
export function findEndpoint(upstream: Upstream, style: WireName, call: PathCall): Endpoint | undefined {
  const path = upstream.paths.find(([name]) => name === style)?.[1](call);
  return path === undefined ? undefined : { style, url: urlOf(call.channel, path) };
}

/** The last of each channel: most have one path for all of their models. */
const urls = new WeakMap<Channel, { path: string; url: URL }>();

function urlOf(channel: Channel, path: string): URL {
  const known = urls.get(channel);
  if (known?.path === path) return known.url;
  const url = new URL(trimSlash(channel.baseUrl) + path);
  urls.set(channel, { path, url });
  return url;
}

/** The best of the styles that can be converted into. */
export function findConvertedEndpoint(
  upstream: Upstream,
  call: PathCall,
  isConvertible: (style: WireName) => boolean,
): Endpoint | undefined {
  const styles = [upstream.best?.(call), ...upstream.paths.map(([style]) => style)];
  for (const style of styles) {
    const endpoint = style && isConvertible(style) ? findEndpoint(upstream, style, call) : undefined;
    if (endpoint) return endpoint;
  }
  return undefined;
}

/** Where a channel serves realtime sessions; undefined when its upstream has none. */
export function findRealtimeUrl(upstream: Upstream, call: PathCall): URL | undefined {
  const path = upstream.realtime?.(call);
  return path === undefined ? undefined : new URL(trimSlash(call.channel.baseUrl) + path);
}

function trimSlash(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, '');
}
