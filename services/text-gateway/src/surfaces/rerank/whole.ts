import type { WholeAnswer } from '../../dialects/passage.ts';
import { readJsonAnswer } from '../read-json-answer.ts';
import { decodeUsage } from './usage.ts';

export function readWhole(bytes: Buffer, model: string | undefined): WholeAnswer {
  return readJsonAnswer({ has: 'results', decodeUsage }, bytes, model);
}
