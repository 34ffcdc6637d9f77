import type { Usage } from '../answer/meter.ts';
import type { Identity } from '../exchange/dialect.ts';
import type { Rendering } from '../exchange/exchange.ts';
import { vendorHeaders } from './identity.ts';
import { statusError } from './status-error.ts';
import { errorBody } from './vendor-error.ts';

/** Writes an answer that is one JSON object and never streamed. `usage` is null for an answer without. */
export function jsonRendering(
  identity: Identity,
  usage: (() => Usage) | null,
  write: (usage: Usage | null) => object,
): Rendering {
  return {
    streamType: 'application/json',
    frames: () => [],
    body: () => JSON.stringify(write(usage?.() ?? null)),
    error: (status, message) => errorBody(statusError(status, message)),
    errorFrame: () => '',
    garbageFrame: '',
    withoutUsage: () => jsonRendering(identity, null, write),
    headers: vendorHeaders(identity),
  };
}
