import type { ReplyFault } from '../../../canon/events.ts';
import { isRecord } from '../../../json/read.ts';

/** Reads an upstream's `error`: of a response that failed, or of an event, where it stands flat or nested. */
export function readFault(error: unknown): ReplyFault {
  const { type, code, message } = isRecord(error) ? error : {};
  return {
    // The event itself is called so.
    ...(typeof type === 'string' && type !== 'error' && { type }),
    ...(typeof code === 'string' && { code }),
    message: typeof message === 'string' ? message : 'The upstream gave no reason.',
  };
}
