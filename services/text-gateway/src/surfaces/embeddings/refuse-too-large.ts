import { invalid } from '../../json/read.ts';
import { maxAnswerBytes } from '../../max-answer-bytes.ts';
import type { ReadMember } from '../json/read-answer.ts';

/** Floats of 32 bits in base64; written out as numbers they are longer, and none is as short on average. */
const leastBytesPerNumber = 16 / 3;

/** By these some vendors are asked for less than floats. */
const packings = ['output_dtype', 'embedding_type', 'embedding_types'];

/**
 * Throws a FaultError 400 where the vectors that are asked for cannot be in one answer, however they are written: the upstream
 * would be paid for what nobody gets. Where the request does not say how long they are, that is not known before.
 */
export function refuseTooLarge(read: ReadMember, input: string | readonly unknown[]): void {
  const dimensions = read('dimensions');
  const format = read('encoding_format') ?? 'float';
  const isPacked = packings.some((name) => read(name) !== undefined);
  if (typeof dimensions !== 'number' || (format !== 'float' && format !== 'base64') || isPacked) return;
  const most = Math.floor(maxAnswerBytes / (dimensions * leastBytesPerNumber));
  // Vectors of which not one would fit are what nobody makes.
  if (most >= 1 && countTexts(input) > most)
    throw invalid('input', `would be answered by more than 64 MB: ask for ${most} vectors at once, or fewer`);
}

/** One text may be a list of numbers. */
function countTexts(input: string | readonly unknown[]): number {
  return typeof input === 'string' || typeof input[0] === 'number' ? 1 : input.length;
}
