import type { WholeAnswer } from '../../dialects/passage.ts';
import { type ReadMember, readJsonAnswer } from '../json/read-answer.ts';
import { decodeUsage } from './usage.ts';

/** The answer does not name its model. */
export function readWhole(bytes: Buffer): WholeAnswer {
  const decode = (read: ReadMember) => decodeUsage(read('usageMetadata'));
  return readJsonAnswer({ has: 'embedding', holds: ['values'], decodeUsage: decode }, bytes, undefined);
}
