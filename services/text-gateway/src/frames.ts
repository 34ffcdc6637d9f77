import { createEventStreamSplitter } from './event-stream.ts';
import { createSseSplitter, type SseFrame } from './sse.ts';

/** Takes an upstream's stream apart, on bytes that arrive in any pieces. */
export interface FrameSplitter {
  /** Frames that are complete with these bytes. Throws a FrameTooLargeError, or an Error where they are no frame. */
  push(bytes: Buffer): SseFrame[];
  /** What the stream ended with. Throws where it must not end. */
  end(): SseFrame[];
}

export type CreateFrameSplitter = (maxFrameBytes: number) => FrameSplitter;

const byMediaType = new Map<string, CreateFrameSplitter>([
  ['application/vnd.amazon.eventstream', createEventStreamSplitter],
  ['text/event-stream', createSseSplitter],
]);

/** How a stream of this content type is framed; undefined when it is none. */
export function findFraming(contentType: string): CreateFrameSplitter | undefined {
  const [mediaType = ''] = contentType.split(';', 1);
  return byMediaType.get(mediaType.trim().toLowerCase());
}

/** Whether an answer begins as a stream of server-sent events does, whatever it is called. */
export function beginsAsEvents(bytes: Buffer): boolean {
  return /^\s*(?:data|event|id|retry)?:/.test(bytes.toString('latin1', 0, 64));
}

/** Whether it begins as a whole answer does, or an error: no event begins like that. */
export function beginsAsJson(bytes: Buffer): boolean {
  return /^\s*[{[]/.test(bytes.toString('latin1', 0, 64));
}
