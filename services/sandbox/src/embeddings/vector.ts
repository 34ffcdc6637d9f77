import { createHash } from 'node:crypto';

const defaultDimensions = 8;
/** Of the largest models of OpenAI and of Google. */
export const mostDimensions = 3_072;

/** A vector that is the same for the same text, of numbers that a float of 32 bits holds exactly. */
export function vectorOf(text: string, dimensions = defaultDimensions): number[] {
  const hash = createHash('sha256').update(text).digest();
  return Array.from({ length: dimensions }, (_, at) => ((hash[at % hash.length] ?? 0) - 128) / 128);
}

/** Little-endian floats of 32 bits, in base64. */
export function toBase64(vector: readonly number[]): string {
  return Buffer.from(new Float32Array(vector).buffer).toString('base64');
}
