import type { ReplyFault } from '../../../canon/events.ts';
import { isRecord, type JsonRecord } from '../../../json/read.ts';

/** What an `error` member says, the vendor's or that of a gateway in between. */
export function readFault({ type, code, message }: JsonRecord): ReplyFault {
  return {
    ...(typeof type === 'string' && { type }),
    ...((typeof code === 'string' || typeof code === 'number') && { code: String(code) }),
    message: typeof message === 'string' ? message : 'The upstream broke off its answer',
  };
}

/**
 * What a whole answer says went wrong; undefined where it is a message. Others than Anthropic leave out the type, and some write an
 * empty `error` beside content, or no content beside an error.
 */
export function findError(read: (name: string) => unknown): unknown {
  const error = read('error');
  if (read('type') === 'error') return error || 'error';
  return isRecord(error) && isNone(read('content')) ? error : undefined;
}

function isNone(content: unknown): boolean {
  return content === undefined || content === null || (Array.isArray(content) && content.length === 0);
}
