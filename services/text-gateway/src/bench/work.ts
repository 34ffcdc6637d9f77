import { foldReply } from '../canon/fold.ts';
import { recordLosses } from '../canon/losses.ts';
import type { Dialect } from '../dialects/index.ts';
import { createSseSplitter } from '../sse.ts';
import { callOf, replyBytes, requestBytes, streamFrames, target } from './samples.ts';

/** What the gateway does with the bytes of one client over one upstream, and nothing of what moves them. */
export interface Work {
  /** A request there and its whole answer back. */
  whole(): void;
  /** A streamed answer whose frames arrive one by one. */
  chunksAlone(): void;
  /** The same with all frames at once. */
  chunksTogether(): void;
  /** Frames of the stream. */
  chunks: number;
}

const maxFrameBytes = 64 * 1024;

export function workOf(client: Dialect, upstream: Dialect): Work {
  const frames = streamFrames(upstream.codec);
  const together = [Buffer.concat(frames)];
  const isPassed = client === upstream;
  const whole = isPassed ? passWhole(client) : convertWhole(client, upstream);
  const stream = isPassed ? passStream(client) : convertStream(client, upstream);
  return {
    whole,
    chunksAlone: () => stream(frames),
    chunksTogether: () => stream(together),
    chunks: frames.length,
  };
}

function passWhole({ codec, passage }: Dialect): () => void {
  const [body, answer] = [requestBytes(codec), replyBytes(codec)];
  return () => {
    const request = passage.readRequest(body, { model: 'client-model', stream: false });
    request.passTo({ model: target.model, usageOnRequest: true });
    passage.readWhole(answer, request.model);
  };
}

function passStream({ passage }: Dialect): (pieces: readonly Buffer[]) => void {
  return (pieces) => {
    const splitter = createSseSplitter(maxFrameBytes);
    const tap = passage.createTap({ model: 'client-model', dropUsage: false, choices: 1 });
    for (const piece of pieces) for (const frame of splitter.push(piece)) tap.see(frame);
  };
}

function convertWhole(client: Dialect, upstream: Dialect): () => void {
  const [body, answer] = [requestBytes(client.codec), replyBytes(upstream.codec)];
  const route = { model: 'client-model', stream: false };
  const call = callOf(false);
  return () => {
    // What bounds the request is read from its bytes, whoever it goes to.
    client.passage.readRequest(body, route);
    const request = client.codec.decodeRequest(JSON.parse(body.toString('utf8')), route);
    Buffer.from(JSON.stringify(upstream.codec.encodeRequest(request, target, recordLosses())));
    const reply = foldReply(upstream.codec.decodeReply(JSON.parse(answer.toString('utf8')), call));
    Buffer.from(JSON.stringify(client.codec.encodeReply(reply, call)));
  };
}

function convertStream(client: Dialect, upstream: Dialect): (pieces: readonly Buffer[]) => void {
  const call = callOf(true);
  return (pieces) => {
    const splitter = createSseSplitter(maxFrameBytes);
    const decoder = upstream.codec.createStreamDecoder(call);
    const encoder = client.codec.createStreamEncoder(call);
    for (const piece of pieces) {
      for (const { data } of splitter.push(piece)) {
        const events = decoder.push(data.toString('utf8'));
        Buffer.from(events.map((event) => encoder.push(event)).join(''));
      }
    }
    for (const event of decoder.end()) encoder.push(event);
  };
}
