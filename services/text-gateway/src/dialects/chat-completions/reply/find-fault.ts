import type { ReplyFault } from '../../../canon/events.ts';
import { isRecord, type JsonRecord } from '../../../json/read.ts';

/** The fault that an answer or a chunk speaks of, if it does: in `error`, or as vLLM does in the body itself. */
export function findFault(body: JsonRecord): ReplyFault | undefined {
  if (body.error) return readFault(body.error);
  return body.object === 'error' ? readFault(body) : undefined;
}

function readFault(error: unknown): ReplyFault {
  if (!isRecord(error)) return { message: typeof error === 'string' ? error : JSON.stringify(error) };
  const { message, type, code } = error;
  return {
    message: typeof message === 'string' ? message : JSON.stringify(error),
    ...(typeof type === 'string' && { type }),
    ...((typeof code === 'string' || typeof code === 'number') && { code: String(code) }),
  };
}
