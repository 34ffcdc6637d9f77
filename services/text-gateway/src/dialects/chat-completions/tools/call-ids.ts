import type { Ids } from '../../codec.ts';

/** An id for the call at a position of an answer whose upstream gave it none. */
export function mintCallId({ requestId }: Ids, position: number): string {
  return `call_${requestId.replaceAll('-', '')}_${position}`;
}
