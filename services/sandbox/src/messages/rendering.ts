import type { Usage } from '../answer/meter.ts';
import type { Rendering } from '../exchange/exchange.ts';
import { sseFrame } from '../exchange/sse.ts';
import { type AnswerIdentity, vendorHeaders } from './identity.ts';
import { statusError } from './status-error.ts';
import { streamFrames } from './stream-frames.ts';
import { errorBody } from './vendor-error.ts';
import { wholeBody } from './whole-body.ts';

/** Writes one answer in the messages dialect. `usage` is null for an answer without. */
export function createRendering(identity: AnswerIdentity, usage: (() => Usage) | null): Rendering {
  return {
    streamType: 'text/event-stream; charset=utf-8',
    frames: (deltas) => streamFrames(deltas, identity, usage),
    body: (deltas) => wholeBody(deltas, identity, usage?.() ?? null),
    error: (status, message) => errorBody(statusError(status, message), identity),
    errorFrame: () => sseFrame('error', errorBody(statusError(529), identity)),
    garbageFrame: sseFrame('content_block_delta', '{"type": <garbage\u0000\ufffd>'),
    withoutUsage: () => createRendering(identity, null),
    headers: vendorHeaders(identity),
  };
}
