/**
 * Reads the shape of a JSON object from its bytes, without building values: where its top-level members lie,
 * and how much of it is text or images. A body that passes unchanged is scanned, never parsed: one 6 MB
 * image costs 65 ms to parse and write again, and 0.1 ms to scan.
 */
import { isUtf8 } from 'node:buffer';
import { beginsAs } from './image-bytes.ts';

export interface Span {
  start: number;
  /** Exclusive. */
  end: number;
}

/** The span of a member's value. One object for each: what a request is read from is kept for as long as it is served. */
export interface Member extends Span {
  /** Of the opening quote of its name. */
  nameStart: number;
}

export interface ScannedObject {
  members: Map<string, Member>;
  /** The position of the opening brace. */
  start: number;
  /** How many members hold an image, as `images` says. */
  imageParts: number;
  /** Bytes of images inside of them, which do not count as text. */
  imageBytes: number;
  /** How many of them hold a sound instead, and its bytes. */
  soundParts: number;
  soundBytes: number;
  /** The same of files. */
  fileParts: number;
  fileBytes: number;
}

/** Where the images of a body are. */
export interface ImageShape {
  /** The top-level member that has them. */
  within: string;
  /** The members, at any depth in it, that hold one each. */
  parts: readonly string[];
  /** How the bytes of an image begin, as text, `?` being any of them: what is no image counts as text. */
  begins: readonly string[];
  /** How the bytes of a sound begin in such a member, where it may hold one. */
  sounds?: readonly string[];
  /** The same of a file. */
  files?: readonly string[];
  /** Which members of its own say what such a member holds, and how: where none does, or one says otherwise, all in it is text. */
  said?: { by: readonly string[]; begins: readonly string[] };
  /** The members, at any depth in it, in which all is text, whatever it looks like. */
  texts?: readonly string[];
}

/** Why bytes are not an object that can be read. */
export class ScanError extends Error {}

const maxDepth = 256;
const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const colon = 0x3a;
const comma = 0x2c;
const space = 0x20;
const letterN = 0x6e;

/** What may follow a backslash, besides `u` and four digits. */
const simple = '"\\/bfnrt';
const hex = /^[0-9a-fA-F]{4}$/;

const literal = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

/**
 * Scans one JSON object, the whole of `bytes`. Throws a ScanError with words for the client when it is not
 * one, nests deeper than 256, or names a top-level member twice or with escapes: what bills a request must
 * be what the upstream reads.
 *
 * @param images what to count as images; nothing where it is left out.
 */
export function scanObject(bytes: Buffer, images?: ImageShape): ScannedObject {
  const scan = begin(bytes, images);
  const start = skipSpace(bytes, 0);
  if (bytes[start] !== openBrace) throw new ScanError('The body is not a JSON object.');
  const members = new Map<string, Member>();
  const end = scanMembers(scan, start, 1, members);
  if (skipSpace(bytes, end) !== bytes.length)
    throw new ScanError('The body has something after its JSON object.');
  const { imageParts, imageBytes, soundParts, soundBytes, fileParts, fileBytes } = scan;
  return { members, start, imageParts, imageBytes, soundParts, soundBytes, fileParts, fileBytes };
}

/** Where the elements of one JSON array lie, the whole of `bytes`. Throws a ScanError as well. */
export function scanArray(bytes: Buffer): Span[] {
  const scan = begin(bytes, undefined);
  const start = skipSpace(bytes, 0);
  if (bytes[start] !== openBracket) throw new ScanError('The body is not a JSON array.');
  const elements: Span[] = [];
  const end = scanElements(scan, start, 1, elements);
  if (skipSpace(bytes, end) !== bytes.length)
    throw new ScanError('The body has something after its JSON array.');
  return elements;
}

function begin(bytes: Buffer, images: ImageShape | undefined): Scan {
  if (!isUtf8(bytes)) throw new ScanError('The body is not valid UTF-8.');
  return {
    bytes,
    imageParts: 0,
    imageBytes: 0,
    soundParts: 0,
    soundBytes: 0,
    fileParts: 0,
    fileBytes: 0,
    part: undefined,
    images,
    hasImages: false,
    nextBackslash: -1,
  };
}

/** What is known of all that was passed. Where a function stands in the bytes it is told, and tells where it has got to. */
interface Scan {
  bytes: Buffer;
  imageParts: number;
  imageBytes: number;
  soundParts: number;
  soundBytes: number;
  fileParts: number;
  fileBytes: number;
  /** The innermost member that holds an image, a sound or a file. */
  part: Part | undefined;
  images: ImageShape | undefined;
  /** Within the top-level member that has images, and not within a text. */
  hasImages: boolean;
  /** The first backslash from some position on that was passed; where there is none, the end. */
  nextBackslash: number;
}

interface Part {
  /** Of its value. */
  depth: number;
  /** Whether it has said what it holds; undefined: not yet. */
  isSaid: boolean | undefined;
  imageBytes: number;
  soundBytes: number;
  fileBytes: number;
}

function scanValue(scan: Scan, at: number, depth: number): number {
  if (depth > maxDepth) throw new ScanError(`The body nests deeper than ${maxDepth}.`);
  const byte = scan.bytes[at];
  if (byte === quote) return scanString(scan, at);
  if (byte === openBrace) return scanMembers(scan, at, depth, undefined);
  if (byte === openBracket) return scanElements(scan, at, depth, undefined);
  return scanLiteral(scan.bytes, at);
}

/** @param members where to note them, of the object that was asked for. */
function scanMembers(
  scan: Scan,
  from: number,
  depth: number,
  members: Map<string, Member> | undefined,
): number {
  const { bytes, images } = scan;
  let at = skipSpace(bytes, from + 1);
  if (bytes[at] === closeBrace) return at + 1;
  for (;;) {
    const start = at;
    if (bytes[start] !== quote) throw broken(bytes, start);
    const nameEnd = scanString(scan, start) - 1;
    const name = { start, end: nameEnd + 1, hasEscapes: findBackslash(scan, start) < nameEnd };
    if (images && depth === 1) scan.hasImages = isNamed(images.within, bytes, name);
    const { hasImages } = scan;
    if (hasImages && isOneOf(images?.texts, bytes, name)) scan.hasImages = false;
    const isPart = scan.hasImages && isOneOf(images?.parts, bytes, name);
    at = skipSpace(bytes, nameEnd + 1);
    if (bytes[at] !== colon) throw broken(bytes, at);
    const value = skipSpace(bytes, at + 1);
    // Clients write null where nothing is.
    const isImage = isPart && bytes[value] !== letterN;
    const end = isImage ? scanPart(scan, value, depth + 1) : scanValue(scan, value, depth + 1);
    scan.hasImages = hasImages;
    if (scan.part?.depth === depth && isOneOf(images?.said?.by, bytes, name))
      noteSaid(scan, scan.part, { start: value, end });
    if (members) note(members, bytes, nameEnd, { start: value, end, nameStart: start });
    at = skipSpace(bytes, end);
    if (bytes[at] === closeBrace) return at + 1;
    if (bytes[at] !== comma) throw broken(bytes, at);
    at = skipSpace(bytes, at + 1);
  }
}

/** Moves past a member that holds an image, a sound or a file, and counts it. */
function scanPart(scan: Scan, at: number, depth: number): number {
  const around = scan.part;
  const part: Part = { depth, isSaid: undefined, imageBytes: 0, soundBytes: 0, fileBytes: 0 };
  scan.part = part;
  const end = scanValue(scan, at, depth);
  scan.part = around;
  if (part.fileBytes > 0) scan.fileParts += 1;
  else if (part.soundBytes > 0) scan.soundParts += 1;
  else scan.imageParts += 1;
  // What is no image counts as text.
  if (scan.images?.said && !part.isSaid) return end;
  scan.imageBytes += part.imageBytes;
  scan.soundBytes += part.soundBytes;
  scan.fileBytes += part.fileBytes;
  return end;
}

function noteSaid({ bytes, images }: Scan, part: Part, value: Span): void {
  const said = parse(bytes, value);
  const isMedia =
    typeof said === 'string' && images?.said?.begins.some((begin) => said.toLowerCase().startsWith(begin));
  part.isSaid = part.isSaid !== false && isMedia === true;
}

function note(members: Map<string, Member>, bytes: Buffer, nameEnd: number, member: Member): void {
  const name = nameIn(bytes, member.nameStart + 1, nameEnd);
  if (name.includes('\\')) throw new ScanError('A member of the body has an escaped name.');
  if (members.has(name)) throw new ScanError(`The body has two members named "${name.slice(0, 64)}".`);
  members.set(name, member);
}

/** Names of ASCII that came before, each in a place by its bytes: bodies have the same few, and decoding is a call out of JavaScript. */
const knownNames: (string | undefined)[] = new Array(512).fill(undefined);
const longestKnown = 32;

function nameIn(bytes: Buffer, start: number, end: number): string {
  if (end - start > longestKnown) return bytes.toString('utf8', start, end);
  let place = 0;
  for (let at = start; at < end; at += 1) place = (place * 31 + (bytes[at] ?? 0)) & 511;
  const known = knownNames[place];
  if (known !== undefined && isText(known, bytes, start, end)) return known;
  const name = bytes.toString('utf8', start, end);
  // What is not ASCII is longer in bytes.
  if (name.length === end - start) knownNames[place] = name;
  return name;
}

/** Whether these bytes say this text, which is ASCII. */
function isText(text: string, bytes: Buffer, start: number, end: number): boolean {
  if (text.length !== end - start) return false;
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) !== bytes[start + index]) return false;
  }
  return true;
}

function scanElements(scan: Scan, from: number, depth: number, elements: Span[] | undefined): number {
  const { bytes } = scan;
  let at = skipSpace(bytes, from + 1);
  if (bytes[at] === closeBracket) return at + 1;
  for (;;) {
    const end = scanValue(scan, at, depth + 1);
    elements?.push({ start: at, end });
    at = skipSpace(bytes, end);
    if (bytes[at] === closeBracket) return at + 1;
    if (bytes[at] !== comma) throw broken(bytes, at);
    at = skipSpace(bytes, at + 1);
  }
}

/** The name of a member, with its quotes. */
interface WrittenName extends Span {
  hasEscapes: boolean;
}

/** Whether a member has one of these names. Asked of every member of what may have images. */
function isOneOf(names: readonly string[] = [], bytes: Buffer, written: WrittenName): boolean {
  for (const name of names) if (isNamed(name, bytes, written)) return true;
  return false;
}

/** So far it is quicker to look at each byte than to search. */
const nearBytes = 24;

/** Moves past a string. Long ones cost little: the search for the closing quote is native. */
function scanString(scan: Scan, at: number): number {
  const { bytes } = scan;
  const start = at + 1;
  const near = Math.min(start + nearBytes, bytes.length);
  let end = start;
  while (end < near && bytes[end] !== quote && bytes[end] !== backslash) end += 1;
  if (end === near || bytes[end] !== quote) end = findEndOfString(scan, start, end);
  if (scan.part) countMedia(scan, scan.part, bytes.subarray(start, end));
  return end + 1;
}

function countMedia({ images }: Scan, part: Part, content: Buffer): void {
  if (beginsAs(content, images?.begins)) part.imageBytes += content.length;
  else if (beginsAs(content, images?.sounds)) part.soundBytes += content.length;
  else if (beginsAs(content, images?.files)) part.fileBytes += content.length;
}

/** The closing quote of a string that goes on from `from`, before which it has no backslash. */
function findEndOfString(scan: Scan, start: number, from: number): number {
  const { bytes } = scan;
  let end = from - 1;
  do {
    end = bytes.indexOf(quote, end + 1);
    if (end === -1) throw new ScanError('The body ends inside a string.');
  } while (isEscaped(bytes, start, end));
  if (findBackslash(scan, from) < end && !hasValidEscapes(bytes.subarray(from, end)))
    throw broken(bytes, end + 1);
  return end;
}

/** The first backslash from here on; strings share one search, however many they are. */
function findBackslash(scan: Scan, from: number): number {
  if (scan.nextBackslash < from) {
    const found = scan.bytes.indexOf(backslash, from);
    scan.nextBackslash = found === -1 ? scan.bytes.length : found;
  }
  return scan.nextBackslash;
}

/** Walks from backslash to backslash: strings may have megabytes between them, and of them. */
function hasValidEscapes(content: Buffer): boolean {
  for (let at = content.indexOf(backslash); at !== -1; ) {
    const next = String.fromCharCode(content[at + 1] ?? 0);
    const isUnicode = next === 'u';
    const isValid = isUnicode ? hex.test(content.toString('latin1', at + 2, at + 6)) : simple.includes(next);
    if (!isValid) return false;
    at = content.indexOf(backslash, at + (isUnicode ? 6 : 2));
  }
  return true;
}

function isEscaped(bytes: Buffer, start: number, at: number): boolean {
  let backslashes = 0;
  while (at - 1 - backslashes >= start && bytes[at - 1 - backslashes] === backslash) backslashes += 1;
  return backslashes % 2 === 1;
}

function scanLiteral(bytes: Buffer, start: number): number {
  let end = start;
  while (end < bytes.length && !isEnd(bytes[end])) end += 1;
  if (isNull(bytes, start, end) || isDigits(bytes, start, end)) return end;
  if (end - start > 64 || !literal.test(bytes.toString('latin1', start, end))) throw broken(bytes, end);
  return end;
}

/** Most literals are one or the other: seen by their bytes, in a tenth of the time. */
function isNull(bytes: Buffer, start: number, end: number): boolean {
  const isLong = end === start + 4;
  return (
    isLong && bytes[start] === 0x6e && bytes[start + 1] === 0x75 && bytes.readUInt16BE(start + 2) === 0x6c6c
  );
}

function isDigits(bytes: Buffer, start: number, end: number): boolean {
  const first = bytes[start] ?? 0;
  if (first < 0x31 || first > 0x39 || end - start > 64) return end === start + 1 && first === 0x30;
  for (let at = start + 1; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x30 || byte > 0x39) return false;
  }
  return true;
}

/** Literals and numbers end at one of these. */
function isEnd(byte: number | undefined): boolean {
  return byte === comma || byte === closeBrace || byte === closeBracket || isSpace(byte);
}

/** Whether a member has this name, in whatever way it is spelt. */
function isNamed(name: string, bytes: Buffer, written: WrittenName): boolean {
  if (!written.hasEscapes) return isText(name, bytes, written.start + 1, written.end - 1);
  // Each letter is written in six bytes at most.
  return written.end - written.start - 2 <= name.length * 6 && parse(bytes, written) === name;
}

/** Reads a value that was passed: control characters within a string are not looked for there. */
function parse(bytes: Buffer, { start, end }: Span): unknown {
  try {
    return JSON.parse(bytes.toString('utf8', start, end));
  } catch {
    throw broken(bytes, start);
  }
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while (isSpace(bytes[at])) at += 1;
  return at;
}

function isSpace(byte: number | undefined): boolean {
  return byte === space || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function broken(bytes: Buffer, at: number): ScanError {
  if (at >= bytes.length) return new ScanError('The body ends before its JSON does.');
  return new ScanError(`The body is not valid JSON near byte ${at}.`);
}
