import type { FetchPolicy } from './fetch-policy.ts';
import type { Hop, HopAnswer, HopOptions, OpenHop } from './open-hop.ts';
import { pinAddresses } from './pin-addresses.ts';
import type { Resolve } from './resolve.ts';

export interface OpenTools {
  policy: FetchPolicy;
  resolve: Resolve;
  open: OpenHop;
}

export interface OpenOrder extends Omit<HopOptions, 'headers'> {
  headersFor(url: URL): Record<string, string>;
}

/** Why there is nothing to read, by what was found before or instead of an answer. */
export type OpenFailure = 'bad_url' | 'not_public' | 'redirected';

const maxRedirects = 3;

/**
 * Opens what somebody else named. Every hop is a stranger: each is looked up once, checked, and connected to where it was
 * checked. Rejects where a host cannot be reached, or the signal aborts.
 */
export async function openPublic(
  start: URL,
  { policy, resolve, open }: OpenTools,
  { headersFor, ...order }: OpenOrder,
): Promise<Hop | { failure: OpenFailure }> {
  let url = start;
  for (let hops = 0; hops <= maxRedirects; hops += 1) {
    const refusal = policy.refuseUrl(url);
    if (refusal) return { failure: refusal };
    const addresses = await pinAddresses(url, { mayConnect: policy.mayConnect, resolve }, order.signal);
    order.signal.throwIfAborted();
    if (addresses.length === 0) return { failure: 'not_public' };
    const hop = await open(url, addresses, { ...order, headers: headersFor(url) });
    const next = readRedirect(hop.answer, url);
    if (!next) return hop;
    hop.close();
    if (!mayFollow(url, next)) break;
    url = next;
  }
  return { failure: 'redirected' };
}

/** What was asked for in secret is not asked for in the open. */
function mayFollow(from: URL, to: URL): boolean {
  return from.protocol !== 'https:' || to.protocol === 'https:';
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

function readRedirect({ statusCode, headers }: HopAnswer, from: URL): URL | undefined {
  const { location } = headers;
  if (!redirectStatuses.has(statusCode) || typeof location !== 'string') return undefined;
  // Many servers write UTF-8 here as it is, which HTTP reads as Latin-1.
  return URL.parse(Buffer.from(location, 'latin1').toString('utf8'), from.href) ?? undefined;
}
