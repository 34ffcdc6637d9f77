import type { AssistantBlock } from '../../canon/blocks.ts';
import type { Reply } from '../../canon/fold.ts';
import type { CanonRequest } from '../../canon/request.ts';
import { createFindTools } from '../../canon/tools/find-tools.ts';
import { isFreeform } from '../../canon/tools/freeform/as-function.ts';
import { compact, type JsonRecord } from '../../json/read.ts';
import type { ReplyCall } from '../codec.ts';
import { encodeEnding } from './endings.ts';
import { writeEnvelope, writeTier } from './reply/envelope.ts';
import { writeImage } from './reply/images.ts';
import { encodeCall, encodeFreeform } from './tools/encode-call.ts';
import { encodeUsage } from './usage.ts';

export function encodeReply({ blocks, usage, ending }: Reply, call: ReplyCall): JsonRecord {
  return {
    ...writeEnvelope(call, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: encodeMessage(blocks, call.request),
        logprobs: null,
        finish_reason: encodeEnding(ending ?? { reason: 'complete' }, call.request.legacyCalls),
      },
    ],
    ...writeTier(call, usage),
    ...(usage && { usage: encodeUsage(usage) }),
  };
}

/** One text of each kind: there is no place for more, nor for their order. */
function encodeMessage(
  blocks: readonly AssistantBlock[],
  { tools, legacyCalls = false }: CanonRequest,
): JsonRecord {
  const join = (kind: 'text' | 'refusal' | 'reasoning'): string | undefined =>
    blocks.map((block) => (block.kind === kind ? block.text : '')).join('') || undefined;
  const findTools = createFindTools(tools);
  const calls = blocks.flatMap((block) => {
    if (block.kind !== 'tool-call') return [];
    const encode = isFreeform(block.name, findTools(block.name)) ? encodeFreeform : encodeCall;
    return [encode(block, block.seal)];
  });
  const pictures = blocks.filter((block) => block.kind === 'picture');
  const refusal = join('refusal') ?? null;
  const nothing = refusal === null && calls.length === 0 ? '' : null;
  return compact({
    role: 'assistant',
    content: join('text') ?? nothing,
    refusal,
    reasoning_content: join('reasoning'),
    images: pictures.length > 0 ? pictures.map(writeImage) : undefined,
    ...(calls.length > 0 && (legacyCalls ? { function_call: calls[0]?.function } : { tool_calls: calls })),
  });
}
