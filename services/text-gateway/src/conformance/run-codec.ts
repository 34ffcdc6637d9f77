import type { ReplyEvent } from '../canon/events.ts';
import { foldReply, type Reply } from '../canon/fold.ts';
import type { CanonRequest } from '../canon/request.ts';
import type { Codec, Ids, ReplyCall, UpstreamCodec } from '../dialects/codec.ts';
import type { CreateFrameSplitter } from '../frames.ts';
import { createSseSplitter } from '../sse.ts';
import { createGrammar } from './grammar.ts';

export const ids: Ids = { requestId: '01a1fe80-64b9-7aa1-946d-d820c9b40b30' };
export const route = { model: 'some-model', stream: false };

/** What the frames of a stream carry that arrives in the pieces given: nothing else of it reaches a decoder. */
export function framesOf(
  pieces: Iterable<Buffer>,
  framing: CreateFrameSplitter = createSseSplitter,
): string[] {
  const splitter = framing(1024 * 1024);
  const frames = [...Array.from(pieces, (piece) => splitter.push(piece)).flat(), ...splitter.end()];
  return frames.map(({ data }) => data.toString('utf8')).filter((data) => data !== '');
}

/** A stream in two pieces, wherever it can be cut, and byte by byte. */
export function* cutsOf(stream: Buffer): Generator<Buffer[]> {
  for (let at = 1; at < stream.length; at += 1) yield [stream.subarray(0, at), stream.subarray(at)];
  yield Array.from(stream, (_, at) => stream.subarray(at, at + 1));
}

/** Decodes a stream. The events keep the grammar. */
export function decodeStream(
  codec: UpstreamCodec,
  stream: Buffer,
  framing?: CreateFrameSplitter,
): ReplyEvent[] {
  const decoder = codec.createStreamDecoder(ids);
  const events = [...framesOf([stream], framing).flatMap((data) => decoder.push(data)), ...decoder.end()];
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
  return foldReply(decodeStream(codec, Buffer.from(text)));
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
