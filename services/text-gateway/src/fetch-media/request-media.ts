import { fault } from '@headgate/proto/faults';
import type { BodyPlace } from '@headgate/runtime/bodies/body-room';
import { FaultError } from '@headgate/runtime/errors';
import type { Source } from '../canon/blocks.ts';
import { RefusedContent } from '../canon/losses.ts';
import type { CanonRequest } from '../canon/request.ts';
import type { WantsBytes } from '../dialects/codec.ts';
import { type Gone, toSignal } from '../gone.ts';
import type { MediaFetcher } from './media-fetcher.ts';
import { type MediaBlock, mediaOf, withSources } from './media-in-request.ts';
import { type Failure, type FetchResult, refusals } from './outcomes.ts';
import type { Grow } from './read-media.ts';

/** What one request has had fetched. */
export interface RequestMedia {
  /**
   * The request with bytes for the addresses that its upstream does not read: itself where there are none. Nothing is
   * fetched twice, whoever asks for it. Rejects with RefusedContent, or with a FaultError.
   */
  inline(request: CanonRequest, wantsBytes: WantsBytes | undefined): CanonRequest | Promise<CanonRequest>;
  /** The request is over: what it holds is let go, and what is under way is cut. */
  release(): void;
}

interface Wanted {
  block: MediaBlock;
  url: URL;
  /** Of its kind in the request, from 1. */
  number: number;
}

export function createRequestMedia(fetcher: MediaFetcher, gone: Gone, userId: bigint): RequestMedia {
  const { limits } = fetcher;
  /** Made for the few that have something fetched. */
  let fetching:
    | { results: Map<string, Promise<FetchResult>>; over: AbortController; place: BodyPlace }
    | undefined;
  let heldBytes = 0;

  const grow: Grow = (itemBytes, addedBytes) => {
    if (!fetching) return 'gone';
    if (itemBytes > limits.fetchMediaItemBytes) return 'too_large';
    if (heldBytes + addedBytes > limits.fetchMediaRequestBytes) return 'too_much';
    heldBytes += addedBytes;
    return fetching.place.grow(heldBytes) ? 'busy' : undefined;
  };

  function fetchOnce(
    { url, block }: Wanted,
    results: Map<string, Promise<FetchResult>>,
    signal: AbortSignal,
  ): Promise<FetchResult> {
    const name = `${block.kind} ${url.href}`;
    const known = results.get(name);
    if (known) return known;
    if (results.size >= limits.fetchMediaItems) return Promise.resolve({ failure: 'too_much' });
    const result = fetcher.fetch(url, { kind: block.kind, grow, signal, userId });
    results.set(name, result);
    return result;
  }

  async function fetchAll(wanted: readonly Wanted[]): Promise<Map<MediaBlock, Source>> {
    const deadline = AbortSignal.timeout(limits.fetchMediaTimeoutMs);
    fetching ??= { results: new Map(), over: new AbortController(), place: fetcher.room.enter(userId) };
    const { results, over } = fetching;
    const signal = AbortSignal.any([toSignal(gone), over.signal, deadline]);
    const sources = wanted.map(async (one): Promise<[MediaBlock, Source]> => {
      const result = await fetchOnce(one, results, signal);
      if ('failure' in result) throw refuse(one, result.failure);
      return [one.block, { kind: 'bytes', ...result }];
    });
    return new Map(await Promise.all(sources));
  }

  return {
    inline(request, wantsBytes) {
      const wanted = wantsBytes && limits.fetchMedia ? findWanted(request, wantsBytes) : [];
      if (wanted.length === 0) return request;
      return fetchAll(wanted).then((sources) => withSources(request, sources));
    },
    release() {
      if (!fetching) return;
      fetching.over.abort();
      fetching.place.leave();
      fetching = undefined;
      heldBytes = 0;
    },
  };
}

/** Other addresses than those of the web are left to whoever writes the request, which refuses them. */
function findWanted(request: CanonRequest, wantsBytes: WantsBytes): Wanted[] {
  const numbers = { image: 0, file: 0 };
  return mediaOf(request).flatMap((block) => {
    numbers[block.kind] += 1;
    if (block.source.kind !== 'url' || !wantsBytes(block)) return [];
    const url = URL.parse(block.source.url);
    const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
    return url && isWeb ? [{ block, url, number: numbers[block.kind] }] : [];
  });
}

function refuse({ block, number }: Wanted, failure: Failure): Error {
  if (failure === 'busy') return new FaultError(tooBusy);
  if (failure === 'gone') return new FaultError(fault('service_unavailable'));
  const what = block.kind === 'image' ? 'Image' : 'File';
  return new RefusedContent(block.kind, `${what} ${number} could not be fetched: ${refusals[failure]}.`);
}

const tooBusy = fault('too_many_requests', {
  retryAfterMs: 1_000,
  message: 'Too much is being fetched for requests right now. Try again shortly, or send it as base64.',
});
