import type { Reply } from '../../canon/fold.ts';
import { noSeal } from '../../canon/seal.ts';
import { noUsage, type Usage } from '../../canon/usage.ts';
import type { JsonRecord } from '../../json/read.ts';
import type { ReplyCall } from '../codec.ts';
import { encodeAssistantBlock } from './encode-blocks.ts';
import { writeEnding } from './endings.ts';
import { encodeUsage } from './usage.ts';

export function encodeReply({ blocks, usage, ending }: Reply, call: ReplyCall): JsonRecord {
  return {
    ...writeMessage(
      call,
      blocks.flatMap((block) => encodeAssistantBlock(block, noSeal)),
      usage,
    ),
    ...writeEnding(ending, call.request.stop),
  };
}

/** A message as it stands: in the beginning of a stream it has no content and no ending. */
export function writeMessage(call: ReplyCall, content: JsonRecord[], usage: Usage = noUsage): JsonRecord {
  return {
    id: `msg_${call.requestId.replaceAll('-', '')}`,
    type: 'message',
    role: 'assistant',
    model: call.request.model,
    content,
    ...writeEnding(undefined, []),
    usage: { cache_creation: null, server_tool_use: null, service_tier: null, ...encodeUsage(usage) },
  };
}
