import type { WholeAnswer } from '../../dialects/passage.ts';
import { decodeUsage } from '../embed-content/usage.ts';
import { type ReadMember, readJsonAnswer } from '../json/read-answer.ts';

/** The answer does not name its model. */
export function readWhole(bytes: Buffer): WholeAnswer {
  const decode = (read: ReadMember) => decodeUsage(read('usageMetadata'));
  return readJsonAnswer({ has: 'embeddings', holds: ['values'], decodeUsage: decode }, bytes, undefined);
}
