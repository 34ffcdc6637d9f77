import {
  type AnswerDecoder,
  createDecoder,
  type DecodedAnswer,
} from '@headgate/runtime/bodies/decode-answer';
import { splitBody } from '@headgate/runtime/bodies/split-body';
import type { Dispatcher } from 'undici';
import type { Pools } from './pools.ts';

/** One request to an upstream. */
export interface UpstreamRequest {
  url: URL;
  /** POST unless said otherwise; a GET has no body. */
  method?: 'GET' | 'POST';
  headers: Record<string, string>;
  body: Buffer;
  timeouts: CallTimeouts;
}

/** How long the parts of a call may take, in milliseconds. */
export interface CallTimeouts {
  connectMs: number;
  firstByteMs: number;
  /** Between two pieces of the answer. */
  idleMs: number;
}

/** What happens to a call. After `onEnd` or `onError` nothing more happens. */
export interface UpstreamEvents {
  onHead(status: number, headers: UpstreamHeaders): void;
  onData(bytes: Buffer): void;
  onEnd(): void;
  /** `isStale`: a kept connection was closed just as it was used again, and nobody has read the request. */
  onError(error: Error, isStale: boolean): void;
}

export type UpstreamHeaders = Readonly<Record<string, string | string[] | undefined>>;

export interface UpstreamCall {
  /** Holds the upstream back; what one read of the connection had already brought, `leastTurnBytes` at most, still comes. */
  pause(): void;
  resume(): void;
  /** Cuts the connection; `onError` follows unless the call is over. */
  abort(reason: Error): void;
}

/**
 * Between resuming and pausing so much is taken at least. Whenever undici resumes it reads the connection once more, puts
 * what it has together, and keeps what is left of it when it is paused: pausing for every small piece of a long answer,
 * it would gather the answer, and copy all of it for each piece.
 */
const leastTurnBytes = 64 * 1024;

/** What is closed so soon after a request is sent was closed before the upstream had read it. */
const staleMs = 1_000;

/** What is asked of whom. Channels keep their URLs, and a URL makes new text of its parts whenever it is asked. */
const targets = new WeakMap<URL, { origin: string; path: string }>();

function targetOf(url: URL): { origin: string; path: string } {
  const known = targets.get(url);
  if (known) return known;
  const target = { origin: url.origin, path: url.pathname + url.search };
  targets.set(url, target);
  return target;
}

/** Calls an upstream. The answer is pushed as it comes; `pause` holds the upstream itself back. */
export function callUpstream(pools: Pools, request: UpstreamRequest, events: UpstreamEvents): UpstreamCall {
  let controller: Dispatcher.DispatchController | undefined;
  let abortedFor: Error | undefined;
  let isOver = false;
  let sentAt = 0;
  let hasBegun = false;
  let isHeld = false;
  let turnBytes = 0;
  /** The head of an answer that says it is encoded, until its first bytes have come. */
  let encoded: UpstreamHeaders | undefined;
  let decoder: AnswerDecoder | undefined;
  /** Why no more comes of an answer that is decoded, until what has come is. */
  let brokenBy: Error | undefined;
  const finish = (run: () => void): void => {
    if (isOver) return;
    isOver = true;
    decoder?.destroy();
    run();
  };
  const take = (bytes: Buffer): void => {
    turnBytes += bytes.length;
    if (!isOver) events.onData(bytes);
  };
  /** Few answers are decoded: the others need none of this. */
  const decodedTo = (started: Dispatcher.DispatchController): DecodedAnswer => ({
    data: take,
    end() {
      finish(() => (brokenBy ? events.onError(brokenBy, false) : events.onEnd()));
      // What comes behind the end is for nobody, and would wait in its connection for ever.
      started.abort(new Error('The answer is complete'));
    },
    broken(error) {
      finish(() => events.onError(brokenBy ?? error, false));
      started.abort(error);
    },
    drain: () => started.resume(),
  });
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started;
      sentAt = performance.now();
      if (abortedFor) started.abort(abortedFor);
    },
    onResponseStart(started, status, headers) {
      // As long as the answer they would keep all that arrived with them.
      started.rawHeaders = null;
      hasBegun = true;
      // Early hints and the like are no answer yet.
      if (status < 200) return;
      if (headers['content-encoding'] !== undefined) encoded = headers;
      if (!isOver) events.onHead(status, headers);
    },
    onResponseData(started, bytes) {
      if (encoded) decoder = createDecoder(encoded, bytes, decodedTo(started));
      encoded = undefined;
      if (decoder) {
        if (!decoder.write(bytes)) started.pause();
        return;
      }
      take(bytes);
      if (isHeld && turnBytes >= leastTurnBytes) started.pause();
    },
    onResponseEnd() {
      if (decoder) decoder.end();
      else finish(() => events.onEnd());
    },
    onResponseError(_controller, error) {
      if (decoder && !abortedFor) {
        brokenBy = error;
        decoder.end();
        return;
      }
      const isStale = !hasBegun && pools.wasClosedKept(error) && performance.now() - sentAt < staleMs;
      finish(() => events.onError(error, isStale));
    },
  };
  const { connectMs, firstByteMs, idleMs } = request.timeouts;
  const { method = 'POST', headers, body } = request;
  const { origin, path } = targetOf(request.url);
  pools.of(origin, connectMs).dispatch(
    {
      path,
      method,
      ...(method === 'GET' ? { headers, body: null } : splitBody(headers, body)),
      headersTimeout: firstByteMs,
      bodyTimeout: idleMs,
    },
    handler,
  );
  return {
    pause() {
      isHeld = true;
      decoder?.pause();
    },
    resume() {
      isHeld = false;
      turnBytes = 0;
      if (decoder) decoder.resume();
      else controller?.resume();
    },
    abort(reason) {
      abortedFor = reason;
      controller?.abort(reason);
      // A request that still waits for a connection has no controller, and of one that is decoded all may have come: it ends here.
      if (!controller || decoder) finish(() => events.onError(reason, false));
    },
  };
}
