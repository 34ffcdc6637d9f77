/** What the elements of an array are, as PostgreSQL names it. */
export type ElementType = 'uuid' | 'text' | 'bigint' | 'integer' | 'boolean' | 'timestamptz' | 'bytea';

/** A timestamptz comes as a bigint of Unix milliseconds, a bytea as hexadecimal digits. */
export type Element = Value | null;
type Value = string | number | bigint | boolean;

/** Refused before it is sent, with the code by which PostgreSQL would have refused it. */
class UnfitValueError extends Error {
  readonly code: string;

  constructor(type: ElementType, code: '22003' | '22P02') {
    super(`a value does not fit ${type}`);
    this.code = code;
  }
}

const headerBytes = 20;
const lengthBytes = 4;

/**
 * An array in PostgreSQL's binary form: how many dimensions, whether there are nulls, the elements' type, how many they
 * are, the index of the first; then each, its length before it. It is shorter than text, and a bigint of it costs a
 * sixth, a text a third: numbers need not become digits, nor texts be searched for quotes.
 */
export function binaryArray(type: ElementType, values: readonly Element[]): Buffer {
  return binaryColumn(type, values, (value) => value);
}

/** The same of one member of each row. */
export function binaryColumn<Row>(
  type: ElementType,
  rows: readonly Row[],
  of: (row: Row) => Element,
): Buffer {
  const form = types[type];
  if (typeof form.mostBytes === 'number') return write(form, rows, of, rows.length * form.mostBytes);
  // What has to be measured first is worked out once.
  const values = rows.map(of);
  let mostBytes = 0;
  for (const value of values) mostBytes += form.mostBytes(value);
  return write(form, values, (value) => value, mostBytes);
}

function write<Row>(form: Form, rows: readonly Row[], of: (row: Row) => Element, mostBytes: number): Buffer {
  const buffer = Buffer.allocUnsafe(headerBytes + rows.length * lengthBytes + mostBytes);
  const view = viewOf(buffer);
  let hasNull = false;
  let at = headerBytes;
  for (const row of rows) {
    const value = of(row);
    hasNull ||= value === null;
    at = writeElement(form, view, at, value, buffer);
  }
  writeHeader(view, { hasNull, oid: form.oid, length: rows.length });
  return buffer.subarray(0, at);
}

function mostBytesOf({ mostBytes }: Form, value: Element): number {
  return typeof mostBytes === 'number' ? mostBytes : mostBytes(value);
}

function viewOf(buffer: Buffer): DataView {
  return new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
}

/** Writes an element with its length before it, which is -1 for null; returns where the next one begins. */
function writeElement(form: Form, view: DataView, at: number, value: Element, buffer: Buffer): number {
  const bytes = value === null ? -1 : form.write(view, at + lengthBytes, value, buffer);
  view.setInt32(at, bytes);
  return at + lengthBytes + Math.max(bytes, 0);
}

function writeHeader(
  view: DataView,
  { hasNull, oid, length }: { hasNull: boolean; oid: number; length: number },
): void {
  for (const [index, field] of [1, hasNull ? 1 : 0, oid, length, 1].entries())
    view.setInt32(4 * index, field);
}

/** What is sent of one member of a row. */
export interface Member<Row> {
  type: ElementType;
  of: (row: Row) => Element;
}

/** Room of a row to begin with: of usage, the longest, some 600 are filled. Texts can be of any length. */
const firstBytesOfRow = 1_024;

/**
 * Rows in the same form, as an array of a composite type with that number and these members: each is a row's length, how many
 * members follow, and of each its type's number, its length and itself.
 */
export function binaryRows<Row>(oid: number, members: readonly Member<Row>[], rows: readonly Row[]): Buffer {
  const parts = members.map(({ type, of }) => ({ of, form: types[type], value: null as Element }));
  let buffer = Buffer.allocUnsafe(headerBytes + rows.length * firstBytesOfRow);
  let view = viewOf(buffer);
  let at = headerBytes;
  for (const row of rows) {
    let mostBytes = 2 * lengthBytes * (members.length + 1);
    for (const part of parts) {
      part.value = part.of(row);
      mostBytes += mostBytesOf(part.form, part.value);
    }
    if (at + mostBytes > buffer.length) {
      buffer = Buffer.concat([buffer.subarray(0, at)], 2 * (at + mostBytes));
      view = viewOf(buffer);
    }
    const rowAt = at;
    view.setInt32(at + lengthBytes, members.length);
    at += 2 * lengthBytes;
    for (const { form, value } of parts) {
      view.setInt32(at, form.oid);
      at = writeElement(form, view, at + lengthBytes, value, buffer);
    }
    view.setInt32(rowAt, at - rowAt - lengthBytes);
  }
  writeHeader(view, { hasNull: false, oid, length: rows.length });
  return buffer.subarray(0, at);
}

interface Form {
  /** PostgreSQL's number of the type. */
  oid: number;
  /** Of one element; of those that are not alike, what measures one. */
  mostBytes: number | ((value: Element) => number);
  /** Writes a value that is not null; returns its bytes. */
  write(view: DataView, at: number, value: Value, buffer: Buffer): number;
}

const types: Record<ElementType, Form> = {
  uuid: { oid: 2950, mostBytes: 16, write: writeUuid },
  text: { oid: 25, mostBytes: (value) => 3 * String(value).length, write: writeText },
  bigint: { oid: 20, mostBytes: 8, write: writeBigint },
  integer: { oid: 23, mostBytes: 4, write: writeInteger },
  boolean: { oid: 16, mostBytes: 1, write: writeBoolean },
  timestamptz: { oid: 1184, mostBytes: 8, write: writeTimestamp },
  bytea: { oid: 17, mostBytes: (value) => String(value).length / 2, write: writeBytes },
};

const year2000Ms = 946_684_800_000n;

function writeBigint(view: DataView, at: number, value: Value): number {
  // What is written is cut to 64 bits without a word.
  if (typeof value !== 'bigint' || BigInt.asIntN(64, value) !== value)
    throw new UnfitValueError('bigint', '22003');
  view.setBigInt64(at, value);
  return 8;
}

function writeInteger(view: DataView, at: number, value: Value): number {
  if (typeof value !== 'number' || (value | 0) !== value) throw new UnfitValueError('integer', '22003');
  view.setInt32(at, value);
  return 4;
}

function writeBoolean(view: DataView, at: number, value: Value): number {
  view.setUint8(at, value ? 1 : 0);
  return 1;
}

/** Microseconds since 2000. */
function writeTimestamp(view: DataView, at: number, value: Value): number {
  return writeBigint(view, at, typeof value === 'bigint' ? (value - year2000Ms) * 1_000n : value);
}

/** Nearly all texts are ASCII, and short: looking at each character costs less than a call. */
function writeText(_view: DataView, at: number, value: Value, buffer: Buffer): number {
  const text = String(value);
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 127) return buffer.write(text, at);
    buffer[at + index] = code;
  }
  return text.length;
}

function writeBytes(_view: DataView, at: number, value: Value, buffer: Buffer): number {
  return buffer.write(String(value), at, 'hex');
}

/** By character code; -1 is no digit. */
const digits = Int8Array.from({ length: 128 }, (_, code) => {
  return '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase());
});
/** Where each four digits of a UUID begin. */
const quads = [0, 4, 9, 14, 19, 24, 28, 32] as const;

function writeUuid(view: DataView, at: number, value: Value): number {
  const text = String(value);
  let wrong = text.length ^ 36;
  for (let index = 0; index < quads.length; index += 1) {
    const quad = readQuad(text, quads[index] ?? 0);
    wrong |= quad & ~0xffff;
    view.setUint16(at + 2 * index, quad);
  }
  if (wrong !== 0) throw new UnfitValueError('uuid', '22P02');
  return 16;
}

/** Four hexadecimal digits as a number; below zero where one is none. */
function readQuad(text: string, at: number): number {
  const high = (digitAt(text, at) << 12) | (digitAt(text, at + 1) << 8);
  return high | (digitAt(text, at + 2) << 4) | digitAt(text, at + 3);
}

function digitAt(text: string, at: number): number {
  return digits[text.charCodeAt(at)] ?? -1;
}
