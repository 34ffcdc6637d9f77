import { promptOf, type Usage } from '../answer/meter.ts';
import type { Delta } from '../answer/produce.ts';
import { vendorHeaders } from '../chat-completions/identity.ts';
import { statusError } from '../chat-completions/status-error.ts';
import { errorBody } from '../chat-completions/vendor-error.ts';
import type { Rendering } from '../exchange/exchange.ts';
import type { AnswerIdentity } from './identity.ts';
import type { Event } from './output-item.ts';
import { type ResponseShape, responseEvents } from './response-events.ts';
import { numberedFrame, streamFrames } from './stream-frames.ts';
import { wholeBody } from './whole-body.ts';

/** Writes one answer in the responses dialect. `usage` is null for an answer without. */
export function createRendering(
  identity: AnswerIdentity,
  shape: ResponseShape,
  usage: (() => Usage) | null,
): Rendering {
  let number = 0;
  const nextNumber = (): number => {
    number += 1;
    return number - 1;
  };
  const events = (deltas: Iterable<Delta>): Iterable<Event> => responseEvents(deltas, identity, shape, usage);
  return {
    streamType: 'text/event-stream; charset=utf-8',
    frames: (deltas) => streamFrames(events(deltas), nextNumber),
    body: (deltas) => wholeBody(events(deltas)),
    error: (status, message) => errorBody(statusError(status, message)),
    errorFrame() {
      const { message, type, param } = statusError(500);
      return numberedFrame('error', { code: type, message, param }, nextNumber());
    },
    garbageFrame: 'event: response.output_text.delta\ndata: {"type": <garbage\u0000\ufffd>\n\n',
    withoutUsage: () => createRendering(identity, shape, null),
    withPromptUsage: () => createRendering(identity, shape, usage && (() => promptOf(usage()))),
    headers: vendorHeaders(identity),
  };
}
