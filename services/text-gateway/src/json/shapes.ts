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

/**
 * A text that was learnt: what stands before, between and behind its gaps. As latin1: texts take less room than buffers, of
 * which every open stream has some, and are compared faster.
 */
interface Shape {
  parts: readonly string[];
  /** What is shown in place of these parts, where that is not what was learnt. */
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
      const text = bytes.toString('latin1');
      for (const shape of shapes) {
        const shown = show(text, shape, bytes);
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

/** @param bytes those of the text. */
function show(text: string, { parts, shown }: Shape, bytes: Buffer): Buffer | string | undefined {
  const last = parts.length - 1;
  let at = 0;
  let result = '';
  let isWide = false;
  for (let index = 0; index <= last; index += 1) {
    const part = parts[index] ?? '';
    const gap = at + part.length;
    if (text.slice(at, gap) !== part) return undefined;
    if (shown) result += shown[index];
    at = gap;
    if (index === last) break;
    at = endOfGap(text, gap);
    if (at === -1) return undefined;
    isWide ||= hasWide(text, gap, at);
    if (shown) result += text.slice(gap, at);
  }
  // The characters of what was learnt were whole; those in gaps may not be.
  if (at !== text.length || (isWide && !isUtf8(bytes))) return undefined;
  return shown ? result : bytes;
}

function hasWide(text: string, begin: number, end: number): boolean {
  for (let at = begin; at < end; at += 1) if (text.charCodeAt(at) >= firstOfMany) return true;
  return false;
}

function shapeOf(
  bytes: Buffer,
  gaps: RegExp,
  replaced: { span: Span; value: string } | undefined,
): Shape | undefined {
  const text = bytes.toString('latin1');
  const parts: Span[] = [];
  let start = 0;
  for (const { index, 0: found } of text.matchAll(gaps)) {
    const end = index + found.length;
    parts.push({ start, end });
    start = endOfGap(text, end);
    if (start === -1) return undefined;
  }
  // Without a gap nothing is won, and what lies in several lines is shown otherwise.
  if (parts.length === 0 || text.includes('\n')) return undefined;
  parts.push({ start, end: text.length });
  const isReplaced = replaced && !isSame(text, replaced);
  const shown = isReplaced ? showReplaced(text, parts, replaced) : undefined;
  // What is replaced lies in a gap.
  if (isReplaced && !shown) return undefined;
  return { parts: parts.map((part) => text.slice(part.start, part.end)), shown };
}

/** What is shown of each part; undefined where none holds what is replaced. */
function showReplaced(
  text: string,
  parts: readonly Span[],
  { span, value }: { span: Span; value: string },
): string[] | undefined {
  const within = parts.findIndex(({ start, end }) => span.start >= start && span.end <= end);
  if (within === -1) return undefined;
  return parts.map(({ start, end }, index) =>
    index === within
      ? text.slice(start, span.start) + latin1(value) + text.slice(span.end, end)
      : text.slice(start, end),
  );
}

/** Whether what is replaced is there already. */
function isSame(text: string, { span, value }: { span: Span; value: string }): boolean {
  return text.slice(span.start, span.end) === latin1(value);
}

function latin1(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** Where a gap ends that begins here, before the closing quote or behind the digits; -1 when it is none. */
function endOfGap(text: string, begin: number): number {
  return text.charCodeAt(begin - 1) === quote ? endOfString(text, begin) : endOfDigits(text, begin);
}

function endOfString(text: string, begin: number): number {
  for (let at = begin; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    // The scan knows what to make of these.
    if (code < space) return -1;
    at += code === backslash ? escapeLength(text, at) : 1;
  }
  return -1;
}

/** Of the escape sequence that begins here; endless where it is none. */
function escapeLength(text: string, at: number): number {
  const code = text.charCodeAt(at + 1);
  if (escaped.has(code)) return 2;
  const isHex = code === letterU && hexDigits.test(text.slice(at + 2, at + 6));
  return isHex ? 6 : Number.POSITIVE_INFINITY;
}

/** Digits as JSON has them: no zero before others. */
function endOfDigits(text: string, begin: number): number {
  let at = begin;
  for (; at < text.length && at - begin <= maxDigits; at += 1) {
    const code = text.charCodeAt(at);
    if (code < zero || code > nine) break;
  }
  const digits = at - begin;
  const isNumber = digits === 1 || (digits > 1 && text.charCodeAt(begin) !== zero);
  return isNumber && digits <= maxDigits ? at : -1;
}
