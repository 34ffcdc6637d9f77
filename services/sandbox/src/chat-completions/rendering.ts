import type { Meter } from '../answer/meter.ts';
import type { Rendering } from '../exchange/exchange.ts';
import { chunkFrames } from './chunk-frames.ts';
import { completionBody } from './completion-body.ts';
import { type Identity, vendorHeaders } from './identity.ts';
import { statusError } from './status-error.ts';
import { usageJson } from './usage.ts';
import { errorBody } from './vendor-error.ts';

/** Writes one answer in the chat completions dialect. */
export function createRendering(identity: Identity, meter: Meter, includesUsage: boolean): Rendering {
  const usage = (): string => usageJson(meter.usage());
  return {
    frames: (deltas) => chunkFrames(deltas, identity, includesUsage, usage),
    body: (deltas) => completionBody(deltas, identity, usage()),
    error: (status, message) => errorBody(statusError(status, message)),
    headers: (contentType) => ({ 'content-type': contentType, ...vendorHeaders(identity) }),
  };
}
