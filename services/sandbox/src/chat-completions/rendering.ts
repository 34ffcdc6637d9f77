import { promptOf, type Usage } from '../answer/meter.ts';
import type { Rendering } from '../exchange/exchange.ts';
import { type AnswerIdentity, vendorHeaders } from './identity.ts';
import { statusError } from './status-error.ts';
import { streamFrames } from './stream-frames.ts';
import { usageJson } from './usage.ts';
import { errorBody } from './vendor-error.ts';
import { wholeBody } from './whole-body.ts';

/** Writes one answer in the chat completions dialect. `usage` is null for an answer without. */
export function createRendering(
  identity: AnswerIdentity,
  usage: (() => Usage) | null,
  includesUsage: boolean,
): Rendering {
  const usageText = usage && (() => usageJson(usage()));
  return {
    streamType: 'text/event-stream; charset=utf-8',
    frames: (deltas) => streamFrames(deltas, identity, includesUsage ? usageText : null),
    body: (deltas) => wholeBody(deltas, identity, usageText?.() ?? null),
    error: (status, message) => errorBody(statusError(status, message)),
    errorFrame: () => `data: ${errorBody(statusError(500))}\n\n`,
    garbageFrame: 'data: {"id": <garbage\u0000\ufffd>\n\n',
    withoutUsage: () => createRendering(identity, null, includesUsage),
    withPromptUsage: () => createRendering(identity, usage && (() => promptOf(usage())), includesUsage),
    headers: vendorHeaders(identity),
  };
}
