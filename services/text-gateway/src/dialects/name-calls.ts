import type { ReplyEvent } from '../canon/events.ts';
import type { CanonRequest } from '../canon/request.ts';
import { callIdsOf, createCallNamer } from '../canon/tools/call-ids.ts';
import { changeEvents } from './change-events.ts';
import type { UpstreamCodec } from './codec.ts';

/** A codec whose answers call by ids that the conversation has not had: clients know a result by its call's id alone. */
export function namingCalls(codec: UpstreamCodec, { turns }: CanonRequest): UpstreamCodec {
  const taken = callIdsOf(turns);
  if (taken.length === 0) return codec;
  return changeEvents(codec, () => {
    const nameCall = createCallNamer(taken);
    return (event) => withOwnId(event, nameCall);
  });
}

function withOwnId(event: ReplyEvent, nameCall: (id: string) => string): ReplyEvent {
  if (event.kind !== 'block-start' || event.block.kind !== 'tool-call') return event;
  return { ...event, block: { ...event.block, id: nameCall(event.block.id) } };
}
