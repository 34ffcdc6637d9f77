import type { Reply } from '../../canon/fold.ts';
import { unfoldReply } from '../../canon/unfold.ts';
import type { JsonRecord } from '../../json/read.ts';
import type { ReplyCall } from '../codec.ts';
import { encodeEnding, encodeFault } from './endings.ts';
import { createItemWriter } from './items/write-items.ts';
import { writeResponse } from './items/write-response.ts';

/** The items of a whole answer are those that its stream would end with. */
export function encodeReply(reply: Reply, call: ReplyCall): JsonRecord {
  const { usage, ending, fault } = reply;
  const items = createItemWriter(call, call.request.tools);
  for (const event of unfoldReply(reply)) items.push(event);
  const progress = fault || !ending ? encodeFault(fault) : encodeEnding(ending);
  items.close(progress.status === 'incomplete' ? 'incomplete' : 'completed');
  return writeResponse(call, { ...progress, output: items.items, usage });
}
