import type { WholeAnswer } from '../../dialects/passage.ts';
import { type ReadMember, readJsonAnswer } from '../read-json-answer.ts';
import { decodeUsage } from './usage.ts';

/** The answer does not name its model. */
export function readWhole(bytes: Buffer): WholeAnswer {
  const answer = { has: 'embedding', decodeUsage: (read: ReadMember) => decodeUsage(read('usageMetadata')) };
  return readJsonAnswer(answer, bytes, undefined);
}
