import type { WholeAnswer } from '../../dialects/passage.ts';
import { countInput } from '../json/count-input.ts';
import { type ReadMember, readJsonAnswer } from '../json/read-answer.ts';

/** Who gives several vectors for a text, as Jina does, calls them `embeddings`. */
export function readWhole(bytes: Buffer, model: string | undefined): WholeAnswer {
  const decodeUsage = (read: ReadMember) => countInput(read('usage'));
  return readJsonAnswer({ has: 'data', holds: ['embedding', 'embeddings'], decodeUsage }, bytes, model);
}
