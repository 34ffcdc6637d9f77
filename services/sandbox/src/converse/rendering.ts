import type { Usage } from '../answer/meter.ts';
import type { Identity } from '../exchange/dialect.ts';
import type { Rendering } from '../exchange/exchange.ts';
import { eventLine, packLines } from './event-stream.ts';
import { vendorHeaders } from './identity.ts';
import { statusError } from './status-error.ts';
import { streamFrames } from './stream-frames.ts';
import { errorBody, errorHeaders } from './vendor-error.ts';
import { wholeBody } from './whole-body.ts';

/** Writes one answer in the converse dialect. `usage` is null for an answer without. */
export function createRendering(identity: Identity, usage: (() => Usage) | null): Rendering {
  return {
    streamType: 'application/vnd.amazon.eventstream',
    frames: (deltas) => streamFrames(deltas, identity, usage),
    pack: packLines,
    body: (deltas) => wholeBody(deltas, identity, usage?.() ?? null),
    error: (status, message) => errorBody(statusError(status, message)),
    errorHeaders: (status) => errorHeaders(statusError(status)),
    errorFrame: () => eventLine('throttlingException', errorBody(statusError(429))),
    garbageFrame: eventLine('contentBlockDelta', '{"delta": <garbage\u0000\ufffd>'),
    withoutUsage: () => createRendering(identity, null),
    headers: vendorHeaders(identity),
  };
}
