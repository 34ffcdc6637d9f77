/**
 * Recognises JSON that differs from what was scanned before in known gaps alone: the contents of some strings, and some
 * numbers. The events of a stream are alike but for what they say, so that most need no scan: their other bytes are compared.
 */
import { isUtf8 } from 'node:buffer';
import type { Span } from './scan.ts';

export interface Shapes {
  /**
   * The JSON, with what `learn` was told to replace; undefined when it has no known shape. As latin1, a character for each byte.
   */
  match(bytes: Buffer): string | undefined;
  /**
   * Learns the shape of one whole JSON text that was scanned without an error and whose gaps mean nothing to whoever asks.
   * `value` is what stands in place of the bytes of `span` from then on.
   */
  learn(bytes: Buffer, replaced?: { span: Span; value: string }): void;
}

/** What stands around the gaps of a text, and what is shown in its place. */
interface Shape {
  fixed: readonly string[];
  shown: readonly string[];
  isReplaced: boolean;
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
const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

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
      const shape = shapeOf(bytes.toString('latin1'), gaps, replaced);
      if (shape) shapes = [shape, ...shapes.slice(0, keptShapes - 1)];
    },
  };
}

function show(text: string, { fixed, shown, isReplaced }: Shape, bytes: Buffer): string | undefined {
  let at = 0;
  let result = '';
  for (let index = 0; index < fixed.length; index += 1) {
    const part = fixed[index] ?? '';
    if (!text.startsWith(part, at)) return undefined;
    if (isReplaced) result += shown[index];
    at += part.length;
    if (index === fixed.length - 1) break;
    const end = endOfGap(text, at);
    if (end === -1) return undefined;
    if (isReplaced) result += text.slice(at, end);
    at = end;
  }
  // The characters of what was learnt were whole; those in gaps may not be.
  if (at !== text.length || !isUtf8(bytes)) return undefined;
  return isReplaced ? result : text;
}

function shapeOf(
  text: string,
  gaps: RegExp,
  replaced: { span: Span; value: string } | undefined,
): Shape | undefined {
  const fixed: string[] = [];
  const shown: string[] = [];
  let at = 0;
  const add = (end: number): void => {
    const part = text.slice(at, end);
    const span = replaced?.span;
    const isWithin = span && span.start >= at && span.end <= end;
    fixed.push(part);
    shown.push(
      isWithin ? part.slice(0, span.start - at) + latin1(replaced.value) + part.slice(span.end - at) : part,
    );
  };
  for (const { index, 0: found } of text.matchAll(gaps)) {
    const begin = index + found.length;
    const end = endOfGap(text, begin);
    if (end === -1) return undefined;
    add(begin);
    at = end;
  }
  // Without a gap nothing is won, and what lies in several lines is shown otherwise.
  if (fixed.length === 0 || text.includes('\n')) return undefined;
  add(text.length);
  const isReplaced = shown.some((part, index) => part !== fixed[index]);
  return replaced && !isReplaced && !isSame(text, replaced) ? undefined : { fixed, shown, isReplaced };
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
    if (code !== backslash) {
      at += 1;
      continue;
    }
    escapeSequence.lastIndex = at;
    if (!escapeSequence.test(text)) return -1;
    at = escapeSequence.lastIndex;
  }
  return -1;
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
