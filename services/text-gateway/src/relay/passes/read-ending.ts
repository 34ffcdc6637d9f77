import type { EndingReason } from '../../canon/ending.ts';
import type { ReplyEvent } from '../../canon/events.ts';
import type { UpstreamCodec } from '../../dialects/codec.ts';
import { findUpstreamCodec } from '../../dialects/index.ts';
import { createSseSplitter } from '../../sse.ts';
import type { ReadEnding } from '../bills/bill.ts';
import type { Serving } from '../serving.ts';

type Answered = Pick<Serving, 'requestId' | 'surface'>;

/** Why an answer ended whose bytes pass. It takes decoding: asked only where nothing was said. */
export function readWholeEnding(answered: Answered, body: Buffer): ReadEnding {
  return readEnding(answered, (codec, ids) => codec.decodeReply(JSON.parse(body.toString('utf8')), ids));
}

/** The same of a stream, by all of its bytes. */
export function readStreamEnding(answered: Answered, bytes: Buffer): ReadEnding {
  return readEnding(answered, (codec, ids) => {
    const decoder = codec.createStreamDecoder(ids);
    const splitter = createSseSplitter(bytes.length + 1);
    const frames = [...splitter.push(bytes), ...splitter.end()].filter(({ data }) => data.length > 0);
    return [...frames.flatMap(({ data }) => decoder.push(data.toString('utf8'))), ...decoder.end()];
  });
}

function readEnding(
  { surface, requestId }: Answered,
  decode: (codec: UpstreamCodec, ids: { requestId: string }) => ReplyEvent[],
): ReadEnding {
  const codec = findUpstreamCodec(surface.name);
  if (!codec) return undefined;
  try {
    return endingOf(decode(codec, { requestId })) ?? 'none';
  } catch {
    // What passes is not always what can be decoded.
    return undefined;
  }
}

/** Why an answer ended, by its events. */
export function endingOf(events: readonly ReplyEvent[]): EndingReason | undefined {
  return events.find((event) => event.kind === 'reply-end')?.ending.reason;
}
