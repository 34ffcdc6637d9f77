import { promptOf, type Usage } from '../answer/meter.ts';
import type { Rendering } from '../exchange/exchange.ts';
import { sseFrame } from '../exchange/sse.ts';
import { type AnswerIdentity, vendorHeaders } from './identity.ts';
import { statusError } from './status-error.ts';
import { streamFrames } from './stream-frames.ts';
import { errorBody } from './vendor-error.ts';
import { wholeBody } from './whole-body.ts';

/**
 * Writes one answer in the messages dialect. `usage` is null for an answer without. A stream whose end does not count has
 * counted when it began.
 */
export function createRendering(
  identity: AnswerIdentity,
  usage: (() => Usage) | null,
  isEndCounted = true,
): Rendering {
  return {
    streamType: 'text/event-stream; charset=utf-8',
    frames: (deltas) => streamFrames(deltas, identity, usage, isEndCounted),
    body: (deltas) => wholeBody(deltas, identity, usage?.() ?? null),
    error: (status, message) => errorBody(statusError(status, message), identity),
    errorFrame: () => sseFrame('error', errorBody(statusError(529), identity)),
    garbageFrame: sseFrame('content_block_delta', '{"type": <garbage\u0000\ufffd>'),
    withoutUsage: () => createRendering(identity, null),
    withPromptUsage: () => createRendering(identity, usage && (() => promptOf(usage())), false),
    headers: vendorHeaders(identity),
  };
}
