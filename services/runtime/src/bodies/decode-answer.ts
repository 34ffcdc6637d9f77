import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** Where the pieces of an answer go, as its vendor wrote them. */
export interface DecodedAnswer {
  data(bytes: Buffer): void;
  end(): void;
  broken(error: Error): void;
  /** There is room again, where `write` said that there was none. */
  drain(): void;
}

/** Undoes the compression of an answer. */
export interface AnswerDecoder {
  /** False means: no more until `drain`. */
  write(bytes: Buffer): boolean;
  end(): void;
  pause(): void;
  resume(): void;
  destroy(): void;
}

/** How compressed bytes begin; of Brotli's any may be the first. */
const encodings = new Map([
  ['gzip', { first: 0x1f, create: createGunzip }],
  ['x-gzip', { first: 0x1f, create: createGunzip }],
  ['deflate', { first: 0x78, create: createInflate }],
  ['br', { first: undefined, create: createBrotliDecompress }],
]);

/**
 * Decodes an answer that came compressed although it was asked for as it is. Undefined where it did not: some relays
 * decompress what they pass on, and leave the header.
 */
export function createDecoder(
  { 'content-encoding': encoding }: Readonly<Record<string, string | string[] | undefined>>,
  begin: Buffer,
  answer: DecodedAnswer,
): AnswerDecoder | undefined {
  const known = encodings.get(String(encoding ?? '').toLowerCase());
  if (!known || (known.first !== undefined && known.first !== begin[0])) return undefined;
  const decoder = known.create();
  decoder.on('data', answer.data);
  decoder.once('end', answer.end);
  decoder.once('error', answer.broken);
  decoder.on('drain', answer.drain);
  return {
    write: (bytes) => decoder.write(bytes),
    end: () => void decoder.end(),
    pause: () => void decoder.pause(),
    resume: () => void decoder.resume(),
    destroy: () => void decoder.destroy(),
  };
}
