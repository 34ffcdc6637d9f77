import { countPrompt } from '../answer/plan-answer.ts';
import type { Incoming } from '../exchange/dialect.ts';
import { authorize } from './authorize.ts';
import { readCountRequest } from './read-request.ts';
import { errorBody } from './vendor-error.ts';

/** The answer to `:countTokens`. */
export function countTokens(
  { headers, path, bytes }: Incoming,
  model: string,
): { status: number; body: string } {
  const error = authorize(headers, path);
  const read = error ? { type: 'refused' as const, error } : readCountRequest(bytes, model);
  if (read.type === 'refused') return { status: read.error.status, body: errorBody(read.error) };
  const totalTokens = countPrompt(read.value.question);
  const promptTokensDetails = [{ modality: 'TEXT', tokenCount: totalTokens }];
  return { status: 200, body: JSON.stringify({ totalTokens, promptTokensDetails }) };
}
