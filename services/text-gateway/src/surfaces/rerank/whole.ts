import type { WholeAnswer } from '../../dialects/passage.ts';
import { readJsonAnswer } from '../json/read-answer.ts';
import { decodeUsage } from './usage.ts';

/** Voyage calls its results `data`. */
export function readWhole(bytes: Buffer, model: string | undefined): WholeAnswer {
  return readJsonAnswer({ has: ['results', 'data'], decodeUsage }, bytes, model);
}
