import { pinAddresses } from '@headgate/runtime/outbound/pin-addresses';
import type { Resolve } from '@headgate/runtime/outbound/resolve';
import type { Dispatcher } from 'undici';
import { type MediaKind, takenTypes } from './media-types.ts';
import type { openHop } from './open-hop.ts';
import type { Failure, FetchResult } from './outcomes.ts';
import type { FetchPolicy } from './policy.ts';
import { type Grow, readMedia } from './read-media.ts';

export interface FetchTools {
  policy: FetchPolicy;
  resolve: Resolve;
  open: typeof openHop;
}

export interface FetchOrder {
  kind: MediaKind;
  grow: Grow;
  signal: AbortSignal;
}

const maxRedirects = 3;

/** Fetches one thing that a client named. Every hop is a stranger: each is checked as the first was. */
export async function fetchItem(start: URL, tools: FetchTools, order: FetchOrder): Promise<FetchResult> {
  let url = start;
  for (let hops = 0; hops <= maxRedirects; hops += 1) {
    const result = await fetchHop(url, tools, order).catch(() => ({ failure: failureOf(order.signal) }));
    if (!(result instanceof URL)) return result;
    if (!mayFollow(url, result)) break;
    url = result;
  }
  return { failure: 'redirected' };
}

/** What was asked for in secret is not asked for in the open. */
function mayFollow(from: URL, to: URL): boolean {
  return from.protocol !== 'https:' || to.protocol === 'https:';
}

/** What is at a URL, or the one that it leads to. */
async function fetchHop(
  url: URL,
  tools: FetchTools,
  { kind, grow, signal }: FetchOrder,
): Promise<FetchResult | URL> {
  const refusal = tools.policy.refuseUrl(url);
  if (refusal) return { failure: refusal };
  const addresses = await pinAddresses(
    url,
    { mayConnect: tools.policy.mayConnect, resolve: tools.resolve },
    signal,
  );
  if (signal.aborted) return { failure: failureOf(signal) };
  if (addresses.length === 0) return { failure: 'not_public' };
  const { answer, close } = await tools.open(url, addresses, { accept: takenTypes[kind], signal });
  try {
    return readRedirect(answer, url) ?? (await readMedia(answer, kind, grow));
  } finally {
    close();
  }
}

/** Why what was under way came to nothing. */
export function failureOf({ aborted, reason }: AbortSignal): Failure {
  if (!aborted) return 'unreachable';
  return reason instanceof DOMException && reason.name === 'TimeoutError' ? 'too_late' : 'gone';
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

function readRedirect({ statusCode, headers }: Dispatcher.ResponseData, from: URL): URL | undefined {
  const { location } = headers;
  if (!redirectStatuses.has(statusCode) || typeof location !== 'string') return undefined;
  return URL.parse(location, from.href) ?? undefined;
}
