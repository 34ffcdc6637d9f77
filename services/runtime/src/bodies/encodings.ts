import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

export type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** How compressed bytes begin; of Brotli's any may be the first. */
const encodings = new Map([
  ['gzip', { first: 0x1f, create: createGunzip }],
  ['x-gzip', { first: 0x1f, create: createGunzip }],
  ['deflate', { first: 0x78, create: createInflate }],
  ['br', { first: undefined, create: createBrotliDecompress }],
]);

/** Whether an answer is said to be compressed, in a way that is undone here. */
export function saysCompressed(headers: AnswerHeaders): boolean {
  return encodingOf(headers) !== undefined;
}

/**
 * Undoes the compression of an answer that begins so. Undefined where it is not compressed: some relays decompress what they
 * pass on, and leave the header.
 */
export function openDecoder(headers: AnswerHeaders, begin: Buffer): Transform | undefined {
  const known = encodingOf(headers);
  if (!known || (known.first !== undefined && known.first !== begin[0])) return undefined;
  return known.create();
}

function encodingOf({ 'content-encoding': encoding }: AnswerHeaders) {
  return encodings.get(String(encoding ?? '').toLowerCase());
}
