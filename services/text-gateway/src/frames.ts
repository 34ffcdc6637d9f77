import { createEventStreamSplitter } from './event-stream.ts';
import { byteOrderMark, createSseSplitter, type SseFrame } from './sse.ts';

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

/** What the lines of a stream of server-sent events begin with, comments among them. */
const fields = ['data:', 'event:', 'id:', 'retry:', ':'];
const longestField = 6;

/** Those that no sound begins with by chance. */
export const longFields: readonly string[] = ['data:', 'event:'];

/**
 * Whether an answer begins as a stream of server-sent events does, whatever it is called. Undefined as long as it cannot be told: there
 * are blanks alone, or a part of a name.
 */
export function beginsAsEvents(came: Buffer, names: readonly string[] = fields): boolean | undefined {
  const bytes = came.subarray(markBytes(came));
  const at = bytes.findIndex((byte) => !blanks.has(byte));
  if (at === -1 || byteOrderMark.subarray(0, came.length).equals(came)) return undefined;
  const text = bytes.toString('latin1', at, at + longestField);
  if (names.some((field) => text.startsWith(field))) return true;
  return names.some((field) => field.startsWith(text)) ? undefined : false;
}

/** Tabs, line ends and spaces. */
const blanks: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20]);

/** Whether it begins as a whole answer does, or an error: no event begins like that. */
export function beginsAsJson(bytes: Buffer): boolean {
  return /^\s*[{[]/.test(bytes.toString('latin1', markBytes(bytes), 64));
}

/** How many bytes of a byte order mark there are. */
function markBytes(bytes: Buffer): number {
  return bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? byteOrderMark.length : 0;
}
