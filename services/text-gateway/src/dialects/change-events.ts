import type { ReplyEvent } from '../canon/events.ts';
import type { UpstreamCodec } from './codec.ts';

/** A codec whose answers are changed event by event, by what `begin` gives for each of them. */
export function changeEvents(
  codec: UpstreamCodec,
  begin: () => (event: ReplyEvent) => ReplyEvent,
): UpstreamCodec {
  return {
    encodeRequest: codec.encodeRequest,
    decodeReply: (body, ids) => codec.decodeReply(body, ids).map(begin()),
    createStreamDecoder(ids) {
      const decoder = codec.createStreamDecoder(ids);
      const change = begin();
      return {
        push: (data) => decoder.push(data).map(change),
        ...(decoder.servedAt && { servedAt: decoder.servedAt }),
        end: () => decoder.end().map(change),
      };
    },
  };
}
