/**
 * Splits a stream of server-sent events into frames, on bytes: a frame may arrive in any pieces, characters
 * cut in half included. Source: the HTML standard, section "Server-sent events".
 */

export interface SseFrame {
  /** The frame as it came, its closing blank line included. */
  raw: Buffer;
  /** The `data` lines joined by line feeds; empty when the frame has none (a comment, say). */
  data: Buffer;
}

export interface SseSplitter {
  /** Frames that are complete with these bytes. Throws a FrameTooLargeError. */
  push(bytes: Buffer): SseFrame[];
  /** The last frame, where the stream ended without its blank line. */
  end(): SseFrame[];
}

export class FrameTooLargeError extends Error {}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const colon = 0x3a;
const space = 0x20;
const empty = Buffer.alloc(0);

export function createSseSplitter(maxFrameBytes: number): SseSplitter {
  let held: Buffer[] = [];
  let heldBytes = 0;
  return {
    push(bytes) {
      // Only the few bytes around the seam can complete a blank line with what is held.
      const boundary = held.length > 0 && !mayEndFrame(held[held.length - 1] ?? empty, bytes);
      if (boundary) {
        hold(bytes);
        return [];
      }
      const all = held.length > 0 ? Buffer.concat([...held, bytes]) : bytes;
      held = [];
      heldBytes = 0;
      const frames: SseFrame[] = [];
      let from = 0;
      for (let end = frameEnd(all, from); end !== -1; end = frameEnd(all, from)) {
        frames.push(toFrame(all.subarray(from, end)));
        from = end;
      }
      if (from < all.length) hold(all.subarray(from));
      return frames;
    },
    end() {
      if (held.length === 0) return [];
      const rest = Buffer.concat(held);
      held = [];
      heldBytes = 0;
      return [toFrame(rest)];
    },
  };

  function hold(bytes: Buffer): void {
    heldBytes += bytes.length;
    if (heldBytes > maxFrameBytes)
      throw new FrameTooLargeError(`A frame is larger than ${maxFrameBytes} bytes`);
    held.push(bytes);
  }
}

/** Whether a frame can end within `next`, or across the seam of `previous` and `next`. */
function mayEndFrame(previous: Buffer, next: Buffer): boolean {
  const tail = previous.subarray(-3);
  const seam = Buffer.concat([tail, next.subarray(0, 3)]);
  return frameEnd(seam, 0) !== -1 || frameEnd(next, 0) !== -1;
}

/** The position after the first blank line at or after `from`, or -1. Lines end in LF, CRLF or CR. */
function frameEnd(bytes: Buffer, from: number): number {
  let at = from;
  for (;;) {
    const feed = bytes.indexOf(lineFeed, at);
    const carriage = nextCarriageReturn(bytes, at, feed);
    const end = carriage === -1 ? feed : carriage;
    if (end === -1) return -1;
    const next = afterLineEnd(bytes, end);
    // A CR at the very end may be the first half of CRLF: wait for more.
    if (next === -1) return -1;
    const afterNext = isLineEnd(bytes[next]) ? afterLineEnd(bytes, next) : 0;
    if (afterNext === -1) return bytes[next] === carriageReturn ? bytes.length : -1;
    if (afterNext > 0) return afterNext;
    at = next;
  }
}

function nextCarriageReturn(bytes: Buffer, from: number, feed: number): number {
  const limit = feed === -1 ? bytes.length : feed;
  const at = bytes.subarray(from, limit).indexOf(carriageReturn);
  return at === -1 ? -1 : from + at;
}

/** The position after the line end at `at`; -1 when a CR is the last byte there is. */
function afterLineEnd(bytes: Buffer, at: number): number {
  if (bytes[at] === lineFeed) return at + 1;
  if (at + 1 === bytes.length) return -1;
  return bytes[at + 1] === lineFeed ? at + 2 : at + 1;
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === lineFeed || byte === carriageReturn;
}

function toFrame(raw: Buffer): SseFrame {
  const lines: Buffer[] = [];
  for (let start = 0; start < raw.length; ) {
    let end = start;
    while (end < raw.length && !isLineEnd(raw[end])) end = nextLineEnd(raw, end);
    if (startsWithData(raw, start)) {
      const value = raw[start + 5] === space ? start + 6 : start + 5;
      lines.push(raw.subarray(value, end));
    }
    start = end + (raw[end] === carriageReturn && raw[end + 1] === lineFeed ? 2 : 1);
  }
  return { raw, data: lines.length === 1 ? (lines[0] ?? empty) : joinLines(lines) };
}

function nextLineEnd(raw: Buffer, from: number): number {
  const feed = raw.indexOf(lineFeed, from);
  const carriage = nextCarriageReturn(raw, from, feed);
  const end = carriage === -1 ? feed : carriage;
  return end === -1 ? raw.length : end;
}

function startsWithData(raw: Buffer, at: number): boolean {
  return raw[at] === 0x64 && raw[at + 4] === colon && raw.toString('latin1', at, at + 5) === 'data:';
}

function joinLines(lines: Buffer[]): Buffer {
  if (lines.length === 0) return empty;
  return Buffer.concat(lines.flatMap((line, index) => (index === 0 ? [line] : [Buffer.from('\n'), line])));
}

/** A frame with this data, and an `event` line where there is a name for it. */
export function encodeSse(data: Buffer, event?: string): Buffer {
  const text = data.includes(lineFeed)
    ? Buffer.from(data.toString('utf8').replaceAll('\n', '\ndata: '))
    : data;
  const head = event === undefined ? 'data: ' : `event: ${event}\ndata: `;
  return Buffer.concat([Buffer.from(head), text, Buffer.from('\n\n')]);
}

/** A comment: every reader of events skips it. */
export const commentFrame = Buffer.from(': keep-alive\n\n');
