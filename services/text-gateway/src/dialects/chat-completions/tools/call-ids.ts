import { hash } from 'node:crypto';
import { fitId } from '../../../canon/fit-id.ts';
import type { Ids } from '../../codec.ts';
import type { ModelTraits } from '../model-traits.ts';

/** An id for the call at a position of an answer whose upstream gave it none. */
export function mintCallId({ requestId }: Ids, position: number): string {
  return `call_${requestId.replaceAll('-', '')}_${position}`;
}

/** OpenAI refuses a longer one; other upstreams and clients mint them. */
const maxLength = 40;
const nine = /^[A-Za-z0-9]{9}$/;

/** The id of a call as the upstream takes it: one that it would refuse is replaced, the same way each time. */
export function writeCallId(id: string, { callIds }: ModelTraits): string {
  if (callIds === 'any') return fitId(id, maxLength);
  if (nine.test(id)) return id;
  return hash('sha256', id, 'hex').slice(0, 9);
}
