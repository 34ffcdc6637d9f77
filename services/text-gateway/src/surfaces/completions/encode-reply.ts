import type { Ending } from '../../canon/ending.ts';
import type { Reply } from '../../canon/fold.ts';
import { encodeEnding } from '../../dialects/chat-completions/endings.ts';
import { encodeUsage } from '../../dialects/chat-completions/usage.ts';
import type { ReplyCall } from '../../dialects/codec.ts';
import type { JsonRecord } from '../../json/read.ts';

export function encodeReply({ blocks, usage, ending }: Reply, call: ReplyCall): JsonRecord {
  const said = blocks.map((block) => (isSaid(block.kind) && 'text' in block ? block.text : ''));
  const text = (call.request.echo ?? '') + said.join('');
  return {
    ...writeEnvelope(call),
    choices: [{ text, index: 0, logprobs: null, finish_reason: writeEnding(ending) }],
    ...(usage && { usage: encodeUsage(usage) }),
  };
}

/** What the model thought has no place here. */
export function isSaid(kind: string): boolean {
  return kind === 'text' || kind === 'refusal';
}

/** The members that every answer begins with; the same on all chunks of a stream. */
export function writeEnvelope({ requestId, request, createdAt }: ReplyCall): JsonRecord {
  return {
    id: `cmpl-${requestId.replaceAll('-', '')}`,
    object: 'text_completion',
    created: createdAt,
    model: request.model,
  };
}

/** Nobody could be told of a tool. */
export function writeEnding(ending: Ending = { reason: 'complete' }): string {
  return ending.reason === 'tool-calls' ? 'stop' : encodeEnding(ending);
}
