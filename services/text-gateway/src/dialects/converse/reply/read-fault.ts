import type { ReplyFault } from '../../../canon/events.ts';
import { isRecord, type JsonRecord } from '../../../json/read.ts';

/** What an exception in a stream says: a frame whose one member is named for it. Undefined where it is none. */
export function readFault(frame: JsonRecord): ReplyFault | undefined {
  const [name, said] = Object.entries(frame)[0] ?? [];
  if (name === undefined || !(name === 'error' || name.endsWith('Exception'))) return undefined;
  const { message, code } = isRecord(said) ? said : {};
  return {
    type: typeof code === 'string' ? code : name,
    message: typeof message === 'string' ? message : 'The upstream broke off its answer',
  };
}
