import type { ReplyFault } from '../../../canon/events.ts';
import type { JsonRecord } from '../../../json/read.ts';

/** What an `error` member says, the vendor's or that of a gateway in between. */
export function readFault({ type, code, message }: JsonRecord): ReplyFault {
  return {
    ...(typeof type === 'string' && { type }),
    ...((typeof code === 'string' || typeof code === 'number') && { code: String(code) }),
    message: typeof message === 'string' ? message : 'The upstream broke off its answer',
  };
}
