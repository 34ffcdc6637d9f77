/**
 * Recognises JSON that differs from what was scanned before in known gaps alone: the contents of some strings, and some
 * numbers. The events of a stream are alike but for what they say, so that most need no scan: their other bytes are compared.
 */
import { isUtf8 } from 'node:buffer';
import type { Span } from './scan.ts';

export interface Shapes {
  /**
   * Undefined when the JSON has no known shape. Otherwise the same bytes, or with what `learn` was told to replace: then as
   * latin1, a character for each byte.
   */
  match(bytes: Buffer): Buffer | string | undefined;
  /**
   * Learns the shape of one whole JSON text that was scanned without an error and whose gaps mean nothing to whoever asks.
   * `value` is what stands in place of the bytes of `span` from then on.
   */
  learn(bytes: Buffer, replaced?: { span: Span; value: string }): void;
}

/** A text that was learnt, and where in it what stands around the gaps begins and ends. */
interface Shape {
  text: Buffer;
  begins: readonly number[];
  ends: readonly number[];
  /** What is shown in place of these parts, as latin1, where that is not what was learnt. */
  shown: readonly string[] | undefined;
}

/** Several answers in one stream, and tools beside text, take turns. */
const keptShapes = 4;
/** What is larger costs little to scan, beside what it costs to move. */
const maxBytes = 4 * 1024;
/** After so many shapes that nothing had again, most are not learnt: the stream differs in other places, too. */
const patience = 8;
const learntOfMany = 16;

const quote = 0x22;
const backslash = 0x5c;
const space = 0x20;
const [zero, nine] = [0x30, 0x39];
const maxDigits = 15;
const firstOfMany = 0x80;
const letterU = 0x75;
const escaped: ReadonlySet<number> = new Set(Buffer.from('"\\/bfnrt'));
const hexDigits = /^[0-9a-fA-F]{4}$/;

/**
 * @param gaps matches up to where a gap begins: to the opening quote of a string, or before the first digit of a number. Global.
 */
export function createShapes(gaps: RegExp): Shapes {
  let shapes: Shape[] = [];
  let inVain = 0;
  return {
    match(bytes) {
      if (shapes.length === 0 || bytes.length > maxBytes) return undefined;
      for (const shape of shapes) {
        const shown = show(bytes, shape);
        if (shown === undefined) continue;
        inVain = 0;
        return shown;
      }
      return undefined;
    },
    learn(bytes, replaced) {
      inVain += 1;
      if (bytes.length > maxBytes || (inVain > patience && inVain % learntOfMany !== 0)) return;
      const shape = shapeOf(bytes, gaps, replaced);
      if (shape) shapes = [shape, ...shapes.slice(0, keptShapes - 1)];
    },
  };
}

function show(bytes: Buffer, { text, begins, ends, shown }: Shape): Buffer | string | undefined {
  const last = begins.length - 1;
  let at = 0;
  let result = '';
  let isWide = false;
  for (let index = 0; index <= last; index += 1) {
    const begin = begins[index] ?? 0;
    const end = ends[index] ?? 0;
    const next = at + end - begin;
    if (next > bytes.length || text.compare(bytes, at, next, begin, end) !== 0) return undefined;
    if (shown) result += shown[index];
    if (index === last) {
      at = next;
      break;
    }
    at = endOfGap(bytes, next);
    if (at === -1) return undefined;
    isWide ||= hasWide(bytes, next, at);
    if (shown) result += bytes.toString('latin1', next, at);
  }
  // The characters of what was learnt were whole; those in gaps may not be.
  if (at !== bytes.length || (isWide && !isUtf8(bytes))) return undefined;
  return shown ? result : bytes;
}

function hasWide(bytes: Buffer, begin: number, end: number): boolean {
  for (let at = begin; at < end; at += 1) if ((bytes[at] ?? 0) >= firstOfMany) return true;
  return false;
}

function shapeOf(
  bytes: Buffer,
  gaps: RegExp,
  replaced: { span: Span; value: string } | undefined,
): Shape | undefined {
  const characters = bytes.toString('latin1');
  const begins = [0];
  const ends: number[] = [];
  for (const { index, 0: found } of characters.matchAll(gaps)) {
    const begin = index + found.length;
    const end = endOfGap(bytes, begin);
    if (end === -1) return undefined;
    ends.push(begin);
    begins.push(end);
  }
  // Without a gap nothing is won, and what lies in several lines is shown otherwise.
  if (ends.length === 0 || characters.includes('\n')) return undefined;
  ends.push(bytes.length);
  const isReplaced = replaced && !isSame(characters, replaced);
  const shown = isReplaced ? showReplaced(characters, { begins, ends }, replaced) : undefined;
  // What is replaced lies in a gap.
  if (isReplaced && !shown) return undefined;
  const text = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(text);
  // Copied: arrays that were pushed to have room for more, and every open stream has some of these.
  return { text, begins: begins.slice(), ends: ends.slice(), shown };
}

/** What is shown of each part; undefined where none holds what is replaced. */
function showReplaced(
  text: string,
  { begins, ends }: Pick<Shape, 'begins' | 'ends'>,
  { span, value }: { span: Span; value: string },
): string[] | undefined {
  const within = begins.findIndex((begin, index) => span.start >= begin && span.end <= (ends[index] ?? 0));
  if (within === -1) return undefined;
  return begins.map((begin, index) => {
    const end = ends[index] ?? 0;
    return index === within
      ? text.slice(begin, span.start) + latin1(value) + text.slice(span.end, end)
      : text.slice(begin, end);
  });
}

/** Whether what is replaced is there already. */
function isSame(text: string, { span, value }: { span: Span; value: string }): boolean {
  return text.slice(span.start, span.end) === latin1(value);
}

function latin1(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** Where a gap ends that begins here, before the closing quote or behind the digits; -1 when it is none. */
function endOfGap(bytes: Buffer, begin: number): number {
  return bytes[begin - 1] === quote ? endOfString(bytes, begin) : endOfDigits(bytes, begin);
}

function endOfString(bytes: Buffer, begin: number): number {
  for (let at = begin; at < bytes.length; ) {
    const code = bytes[at] ?? 0;
    if (code === quote) return at;
    // The scan knows what to make of these.
    if (code < space) return -1;
    at += code === backslash ? escapeLength(bytes, at) : 1;
  }
  return -1;
}

/** Of the escape sequence that begins here; endless where it is none. */
function escapeLength(bytes: Buffer, at: number): number {
  const code = bytes[at + 1] ?? 0;
  if (escaped.has(code)) return 2;
  const isHex = code === letterU && hexDigits.test(bytes.toString('latin1', at + 2, at + 6));
  return isHex ? 6 : Number.POSITIVE_INFINITY;
}

/** Digits as JSON has them: no zero before others. */
function endOfDigits(bytes: Buffer, begin: number): number {
  let at = begin;
  for (; at < bytes.length && at - begin <= maxDigits; at += 1) {
    const code = bytes[at] ?? 0;
    if (code < zero || code > nine) break;
  }
  const digits = at - begin;
  const isNumber = digits === 1 || (digits > 1 && bytes[begin] !== zero);
  return isNumber && digits <= maxDigits ? at : -1;
}
