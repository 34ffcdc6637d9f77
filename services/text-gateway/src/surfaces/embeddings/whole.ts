import type { WholeAnswer } from '../../dialects/passage.ts';
import { countInput } from '../count-input.ts';
import { readJsonAnswer } from '../read-json-answer.ts';

export function readWhole(bytes: Buffer, model: string | undefined): WholeAnswer {
  return readJsonAnswer({ has: 'data', decodeUsage: (read) => countInput(read('usage')) }, bytes, model);
}
