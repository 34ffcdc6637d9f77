import type { ReplyFault } from '../../../canon/events.ts';
import { isRecord, type JsonRecord, textIn } from '../../../json/read.ts';
import { saidError } from '../../../json/said-error.ts';

/** The fault that an answer or a chunk speaks of, if it does: in `error`, or in the body itself. */
export function findFault(body: JsonRecord): ReplyFault | undefined {
  if (saidError(body.error)) return readFault(body.error);
  return isFlatError((name) => body[name]) ? readFault(body) : undefined;
}

/** Codes with which some say that all is well, or nothing: none, zeros, words, and statuses that are no errors. */
const goodCode = /^(?:0*|[123]\d\d|ok|success)$/i;

/**
 * Whether the whole of an answer or a chunk is an error: vLLM calls it so, others as DashScope send a message and its code in the
 * place of choices, under an `event: error` or none.
 */
function isFlatError(read: (name: string) => unknown): boolean {
  if (read('object') === 'error') return true;
  if (textIn(read('message')) === '' || (read('choices') ?? undefined) !== undefined) return false;
  const code = read('code') ?? undefined;
  // Words of progress have a type and a message as well.
  if (code === undefined) return /error/i.test(textIn(read('type')));
  return (typeof code === 'string' || typeof code === 'number') && !goodCode.test(String(code));
}

/** The members of a whole answer or chunk that is an error itself; undefined where it is none. */
export function readFlatError(read: (name: string) => unknown): JsonRecord | undefined {
  if (!isFlatError(read)) return undefined;
  return { code: read('code'), type: read('type'), message: read('message'), param: read('param') };
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
