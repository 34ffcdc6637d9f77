/** Walks JSON by its bytes: what is large in it, an image say, is passed over and never made a value. */
import { ScanError, type ScannedObject, scanArray, scanObject } from './scan.ts';

const openBrace = 0x7b;
const openBracket = 0x5b;
const quote = 0x22;

/** The bytes of one member's value; undefined where there is none, or it is null. */
export function memberBytes(bytes: Buffer, { members }: ScannedObject, name: string): Buffer | undefined {
  const span = members.get(name);
  const value = span && bytes.subarray(span.start, span.end);
  return value === undefined || value.equals(nothing) ? undefined : value;
}

const nothing = Buffer.from('null');

/** Reads members of an object by their bytes; undefined where the bytes are none. */
export function membersIn(bytes: Buffer | undefined): ((name: string) => Buffer | undefined) | undefined {
  if (bytes?.[0] !== openBrace) return undefined;
  const scanned = scanObject(bytes);
  return (name) => memberBytes(bytes, scanned, name);
}

/** The bytes of each element; none where the bytes are no array. */
export function elementsIn(bytes: Buffer | undefined): Buffer[] {
  if (bytes?.[0] !== openBracket) return [];
  return scanArray(bytes).map(({ start, end }) => bytes.subarray(start, end));
}

/** What a string says, as its bytes say it; undefined where the bytes are no string, or have escapes. */
export function plainText(bytes: Buffer | undefined): Buffer | undefined {
  if (bytes?.[0] !== quote) return undefined;
  const content = bytes.subarray(1, -1);
  return content.includes(backslash) ? undefined : content;
}

const backslash = 0x5c;

/** What a string says, its escapes read; undefined where the bytes are no string. Throws a ScanError for what JSON forbids in one. */
export function textOf(bytes: Buffer | undefined): string | undefined {
  if (bytes?.[0] !== quote) return undefined;
  try {
    return String(JSON.parse(bytes.toString()));
  } catch (cause) {
    throw new ScanError('A string of the body is not valid JSON.', { cause });
  }
}
