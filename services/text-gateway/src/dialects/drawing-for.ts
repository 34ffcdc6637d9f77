import type { WireName } from '../canon/dialect-name.ts';
import type { ReplyEvent } from '../canon/events.ts';
import { changeEvents } from './change-events.ts';
import type { UpstreamCodec } from './codec.ts';

/**
 * A codec whose answers a client of a dialect can be given. Messages have no place for a picture that the model made: an answer
 * with one is refused in words, because the rest of it would look whole.
 */
export function drawingFor(client: WireName, codec: UpstreamCodec): UpstreamCodec {
  return client === 'messages' ? changeEvents(codec, () => refusePicture) : codec;
}

function refusePicture(event: ReplyEvent): ReplyEvent {
  if (event.kind !== 'block-start' || event.block.kind !== 'picture') return event;
  const message =
    'The model answered with a picture, for which messages have no place: ask it in chat completions, responses or generateContent.';
  return { kind: 'fault', fault: { type: 'invalid_request_error', message } };
}
