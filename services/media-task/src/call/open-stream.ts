import { createMayConnect, type MayConnect } from '@headgate/runtime/outbound/may-connect';
import { pinAddresses } from '@headgate/runtime/outbound/pin-addresses';
import { lookupIn } from '@headgate/runtime/outbound/pinned-lookup';
import { resolveName } from '@headgate/runtime/outbound/resolve';
import { Client, type Dispatcher } from 'undici';
import type { ApiConfig } from '../config.ts';

/** Why a file could not be opened. */
export class StreamError extends Error {}

export interface StreamRequest {
  url: string;
  /** Go to the first host alone. */
  headers: Record<string, string>;
  /** Of the client's: which part is wanted. */
  range: Record<string, string>;
  /** Origins that a person who administers the channel has named: they may be anywhere. */
  trusted: readonly string[];
}

export interface OpenStream {
  status: number;
  headers: Dispatcher.ResponseData['headers'];
  body: Dispatcher.ResponseData['body'];
  close(): void;
}

const mostHops = 4;

/**
 * Opens a file where a vendor says it lies. Every hop is looked up once and connected to where it was checked; credentials
 * end with the host that they are for. Throws a StreamError where nothing can be had.
 */
export async function openStream(
  { url, headers, range, trusted }: StreamRequest,
  config: Pick<
    ApiConfig,
    'connectTimeoutMs' | 'contentHeadTimeoutMs' | 'contentIdleTimeoutMs' | 'contentAllow'
  >,
  signal: AbortSignal,
): Promise<OpenStream> {
  const isPublic = createMayConnect(config.contentAllow);
  const mayConnect: MayConnect = (hop, address) => trusted.includes(hop.origin) || isPublic(hop, address);
  const first = new URL(url);
  let at = first;
  for (let hop = 0; hop < mostHops; hop += 1) {
    if (at.protocol !== 'https:' && at.protocol !== 'http:')
      throw new StreamError('the file lies at no web address');
    const addresses = await pinAddresses(at, { mayConnect, resolve: resolveName }, signal);
    if (addresses.length === 0) throw new StreamError('the file lies where nobody may look');
    const own = at.origin === first.origin ? headers : {};
    const opened = await openHop(at, { ...range, ...own }, addresses, config, signal);
    const location = redirectOf(opened);
    if (location === undefined) return opened;
    opened.close();
    if (!URL.canParse(location, at.href)) throw new StreamError('a redirect leads nowhere');
    at = new URL(location, at);
  }
  throw new StreamError('too many redirects');
}

async function openHop(
  url: URL,
  headers: Record<string, string>,
  addresses: readonly string[],
  config: Pick<ApiConfig, 'connectTimeoutMs' | 'contentHeadTimeoutMs' | 'contentIdleTimeoutMs'>,
  signal: AbortSignal,
): Promise<OpenStream> {
  const client = new Client(url.origin, {
    allowH2: false,
    connect: { timeout: config.connectTimeoutMs, lookup: lookupIn(addresses) },
    headersTimeout: config.contentHeadTimeoutMs,
    bodyTimeout: config.contentIdleTimeoutMs,
  });
  const close = (): void => void client.destroy().catch(() => undefined);
  try {
    const answer = await client.request({
      method: 'GET',
      path: url.pathname + url.search,
      headers: { ...headers, 'accept-encoding': 'identity', 'user-agent': 'headgate' },
      signal,
    });
    answer.body.on('error', () => undefined);
    return { status: answer.statusCode, headers: answer.headers, body: answer.body, close };
  } catch (cause) {
    close();
    throw new StreamError('the file cannot be reached', { cause });
  }
}

function redirectOf({ status, headers }: OpenStream): string | undefined {
  const { location } = headers;
  return status >= 300 && status < 400 && typeof location === 'string' ? location : undefined;
}
