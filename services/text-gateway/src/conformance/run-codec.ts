import type { ReplyEvent } from '../canon/events.ts';
import { foldReply, type Reply } from '../canon/fold.ts';
import type { CanonRequest } from '../canon/request.ts';
import type { Codec, Ids, ReplyCall, UpstreamCodec } from '../dialects/codec.ts';
import type { CreateFrameSplitter } from '../frames.ts';
import { createSseSplitter } from '../sse.ts';
import { createGrammar } from './grammar.ts';

export const ids: Ids = { requestId: '01a1fe80-64b9-7aa1-946d-d820c9b40b30' };
export const route = { model: 'some-model', stream: false };

/** Decodes a stream that arrives in the pieces given. The events keep the grammar. */
export function decodeStream(
  codec: UpstreamCodec,
  pieces: Iterable<Buffer>,
  framing: CreateFrameSplitter = createSseSplitter,
): ReplyEvent[] {
  const splitter = framing(1024 * 1024);
  const decoder = codec.createStreamDecoder(ids);
  const events: ReplyEvent[] = [];
  const take = (frames: readonly { data: Buffer }[]): void => {
    for (const { data } of frames) if (data.length > 0) events.push(...decoder.push(data.toString('utf8')));
  };
  for (const piece of pieces) take(splitter.push(piece));
  take(splitter.end());
  events.push(...decoder.end());
  checkGrammar(events);
  return events;
}

export function decodeWhole(codec: UpstreamCodec, body: unknown): ReplyEvent[] {
  const events = codec.decodeReply(body, ids);
  checkGrammar(events);
  return events;
}

/** Writes an answer as a stream of a dialect and reads it again. */
export function throughStream(codec: Codec, events: readonly ReplyEvent[], request: CanonRequest): Reply {
  const encoder = codec.createStreamEncoder(callOf(request));
  const text = events.map((event) => encoder.push(event)).join('');
  return foldReply(decodeStream(codec, [Buffer.from(text)]));
}

/** Writes a whole answer in a dialect and reads it again. */
export function throughWhole(codec: Codec, reply: Reply, request: CanonRequest): Reply {
  const body = codec.encodeReply(reply, callOf(request));
  // As the wire would carry it.
  return foldReply(decodeWhole(codec, JSON.parse(JSON.stringify(body))));
}

export function callOf(request: CanonRequest): ReplyCall {
  return { ...ids, request, createdAt: 1_700_000_000 };
}

function checkGrammar(events: readonly ReplyEvent[]): void {
  const grammar = createGrammar();
  for (const event of events) grammar.see(event);
  grammar.end();
}
