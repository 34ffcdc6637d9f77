import type { Reply } from '../../canon/fold.ts';
import type { JsonRecord } from '../../json/read.ts';
import type { ReplyCall } from '../codec.ts';
import { createReplyParts } from './encode-blocks.ts';
import { encodeEnding } from './endings.ts';
import { encodeUsage } from './usage.ts';
import { writeAnswer } from './wire/answer.ts';

export function encodeReply({ blocks, ending, usage }: Reply, call: ReplyCall): JsonRecord {
  return writeAnswer(call, {
    parts: blocks.map(createReplyParts(call.request)).filter((part) => part !== undefined),
    finishReason: ending && encodeEnding(ending),
    usage: usage && encodeUsage(usage),
  });
}
