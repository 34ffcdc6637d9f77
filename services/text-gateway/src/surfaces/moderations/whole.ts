import type { WholeAnswer } from '../../dialects/passage.ts';
import { countInput } from '../json/count-input.ts';
import { readJsonAnswer } from '../json/read-answer.ts';

/** OpenAI counts nothing; others may. */
export function readWhole(bytes: Buffer, model: string | undefined): WholeAnswer {
  return readJsonAnswer({ has: 'results', decodeUsage: (read) => countInput(read('usage')) }, bytes, model);
}
