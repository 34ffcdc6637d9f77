/**
 * Splits a stream of server-sent events into frames, on bytes: a frame may arrive in any pieces, characters
 * cut in half included. Source: the HTML standard, section "Server-sent events".
 */
import { gatherPieces, type Pieces } from '@headgate/runtime/bodies/gather-pieces';

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
/** Some write it before all else, and readers of events and of JSON skip it. */
export const byteOrderMark = Buffer.from('\ufeff');
const empty = Buffer.alloc(0);

/** The most that stands before the seam of two pieces of the line ends of a blank line. */
const seamBytes = 3;

export function createSseSplitter(maxFrameBytes: number): SseSplitter {
  let held: Pieces | undefined;
  let heldBytes = 0;
  /** The end of what is held. */
  let tail: Buffer = empty;
  let hasFrames = false;

  function release(): void {
    held = undefined;
    heldBytes = 0;
    tail = empty;
  }

  return {
    push(bytes) {
      // Only the few bytes around the seam can complete a blank line with what is held.
      if (held && !mayEndFrame(tail, bytes)) {
        hold(bytes);
        return [];
      }
      held?.add(bytes);
      const all = held?.join() ?? bytes;
      release();
      const frames: SseFrame[] = [];
      const text = beginText(all);
      let from = 0;
      for (let end = frameEnd(text, from); end !== -1; end = frameEnd(text, from)) {
        frames.push(cutFrame(text, from, end));
        from = end;
      }
      if (from < all.length) hold(all.subarray(from));
      return frames;
    },
    end() {
      if (!held) return [];
      const rest = held.join();
      release();
      return [cutFrame(beginText(rest), 0, rest.length)];
    },
  };

  /** Readers skip a byte order mark before the first line of all. */
  function cutFrame(text: Text, from: number, to: number): SseFrame {
    const isMarked =
      !hasFrames && text.bytes.subarray(from, from + byteOrderMark.length).equals(byteOrderMark);
    hasFrames = true;
    return toFrame(text, from, to, isMarked ? from + byteOrderMark.length : from);
  }

  function hold(bytes: Buffer): void {
    heldBytes += bytes.length;
    if (heldBytes > maxFrameBytes)
      throw new FrameTooLargeError(`A frame is larger than ${maxFrameBytes} bytes`);
    held ??= gatherPieces();
    held.add(bytes);
    tail =
      bytes.length < seamBytes
        ? Buffer.concat([tail, bytes]).subarray(-seamBytes)
        : bytes.subarray(-seamBytes);
  }
}

/** Whether a frame can end within `next`, or across its seam with what ends in `tail`. */
function mayEndFrame(tail: Buffer, next: Buffer): boolean {
  const seam = Buffer.concat([tail, next.subarray(0, seamBytes)]);
  return frameEnd(beginText(seam), 0) !== -1 || frameEnd(beginText(next), 0) !== -1;
}

/** Bytes whose lines are looked for one after the other. */
interface Text {
  bytes: Buffer;
  /** From where a carriage return was searched for last. */
  searchedFrom: number;
  /** The first one from there on; where there is none, the end. */
  carriage: number;
}

function beginText(bytes: Buffer): Text {
  return { bytes, searchedFrom: 0, carriage: -1 };
}

/** The position after the first blank line at or after `from`, or -1. Lines end in LF, CRLF or CR. */
function frameEnd(text: Text, from: number): number {
  const { bytes } = text;
  let at = from;
  for (;;) {
    const end = nextLineEnd(text, at);
    if (end === bytes.length) return -1;
    const next = afterLineEnd(bytes, end);
    // A CR at the very end may be the first half of CRLF: wait for more.
    if (next === -1) return -1;
    const afterNext = isLineEnd(bytes[next]) ? afterLineEnd(bytes, next) : 0;
    // Behind a line feed it is: a client that waits for all of it would never see the last frame.
    if (afterNext === -1) return bytes[next - 1] === lineFeed ? -1 : bytes.length;
    if (afterNext > 0) return afterNext;
    at = next;
  }
}

/** The first line end from here on; where there is none, the end. Lines share one search for carriage returns. */
function nextLineEnd(text: Text, from: number): number {
  const { bytes } = text;
  // A frame's lines are passed twice: for its end, and for what is in them.
  if (from < text.searchedFrom || from > text.carriage) {
    const found = bytes.indexOf(carriageReturn, from);
    text.searchedFrom = from;
    text.carriage = found === -1 ? bytes.length : found;
  }
  const feed = bytes.indexOf(lineFeed, from);
  return feed === -1 ? text.carriage : Math.min(feed, text.carriage);
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

function toFrame(text: Text, from: number, to: number, linesFrom: number): SseFrame {
  const { bytes } = text;
  const raw = bytes.subarray(from, to);
  const lines: Buffer[] = [];
  for (let start = linesFrom; start < to; ) {
    const end = Math.min(nextLineEnd(text, start), to);
    if (startsWithData(bytes, start, end)) {
      const value = bytes[start + 5] === space ? start + 6 : start + 5;
      lines.push(bytes.subarray(value, end));
    }
    start = end + (bytes[end] === carriageReturn && bytes[end + 1] === lineFeed ? 2 : 1);
  }
  return { raw, data: lines.length === 1 ? (lines[0] ?? empty) : joinLines(lines) };
}

/** By its bytes: a text of five characters costs more than all of them. */
function startsWithData(bytes: Buffer, at: number, end: number): boolean {
  return (
    end >= at + 5 &&
    bytes[at] === 0x64 &&
    bytes[at + 1] === 0x61 &&
    bytes[at + 2] === 0x74 &&
    bytes[at + 3] === 0x61 &&
    bytes[at + 4] === colon
  );
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

const doneMark = Buffer.from('[DONE]');

/** What ends a stream of chat completions, and with some upstreams those of other styles. */
export function isDoneMark(data: Buffer): boolean {
  return data.equals(doneMark);
}

/** A comment: every reader of events skips it. */
export const commentFrame = Buffer.from(': keep-alive\n\n');
