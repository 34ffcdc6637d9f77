import type { AssistantBlock } from '../../canon/blocks.ts';
import type { ReplyEvent } from '../../canon/events.ts';
import { withServiceTier } from '../../canon/service-tier.ts';
import { unfoldReply } from '../../canon/unfold.ts';
import { withToolCalls } from '../../canon/usage.ts';
import { isRecord } from '../../json/read.ts';
import { saidError } from '../../json/said-error.ts';
import { decodeEnding } from './endings.ts';
import { readFault } from './items/read-fault.ts';
import { readItem, sealLast } from './items/read-item.ts';
import { decodeUsage } from './usage.ts';
import { countToolCalls } from './wire/tool-calls.ts';

export function decodeReply(body: unknown): ReplyEvent[] {
  if (!isRecord(body)) throw new Error('The answer is no response');
  const counts = withToolCalls(decodeUsage(body.usage), countToolCalls(body.output, body.tool_usage));
  const usage = withServiceTier(counts, body.service_tier);
  const blocks = readOutput(body.output);
  const error = saidError(body.error);
  if (isRecord(error)) return unfoldReply({ blocks, usage, fault: readFault(error) });
  const ending = decodeEnding(
    body,
    blocks.some(({ kind }) => kind === 'tool-call'),
  );
  if (!ending || !Array.isArray(body.output)) throw new Error('The answer is no response that is over');
  return unfoldReply({ blocks, usage, ending });
}

function readOutput(output: unknown): AssistantBlock[] {
  const blocks: AssistantBlock[] = [];
  for (const item of Array.isArray(output) ? output.filter(isRecord) : []) {
    const content = readItem(item);
    blocks.push(...content.blocks);
    if (content.sealOfPrevious) sealLast(blocks, content.sealOfPrevious);
  }
  return blocks;
}
