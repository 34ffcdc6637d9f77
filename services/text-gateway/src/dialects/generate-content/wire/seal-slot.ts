/**
 * The slot `thoughtSignature`, whose type is bytes: what is no base64 is refused by the SDKs of languages that read types. Source:
 * Gemini API reference, "Part".
 */
import {
  encodedSealPrefix,
  noSeal,
  readSeal as readCanonSeal,
  type Seal,
  sealPrefix,
  wrapSeal,
} from '../../../canon/seal.ts';

const dialect = 'generate-content';

/** Writes the seal of any upstream: that of the vendor as it is. */
export function writeSeal(seal: Seal): string {
  const text = wrapSeal(seal, dialect);
  return seal.dialect === dialect ? text : Buffer.from(text).toString('base64');
}

/** Stands where an answer of another upstream has no seal, and the vendor would demand one. */
export const unsealed = Buffer.from(noSeal).toString('base64');

/** Whether what stands in the slot is the seal of another upstream, or the word for none. */
export function isForeignSeal(text: string): boolean {
  return text.startsWith(sealPrefix) || text.startsWith(encodedSealPrefix);
}

/** Reads what clients bring back: SDKs write the same bytes in either alphabet of base64. */
export function readSeal(value: unknown): Seal | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.startsWith(encodedSealPrefix) ? Buffer.from(value, 'base64').toString() : value;
  return readCanonSeal(text, dialect);
}
