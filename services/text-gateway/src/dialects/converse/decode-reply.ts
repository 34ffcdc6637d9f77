import type { ReplyEvent } from '../../canon/events.ts';
import { unfoldReply } from '../../canon/unfold.ts';
import { isRecord } from '../../json/read.ts';
import { decodeBlocks } from './decode-blocks.ts';
import { readEnding } from './endings.ts';
import { decodeUsage } from './usage.ts';

export function decodeReply(body: unknown): ReplyEvent[] {
  const output = isRecord(body) ? body.output : undefined;
  const message = isRecord(output) ? output.message : undefined;
  if (!isRecord(body) || !isRecord(message)) throw new Error('The answer has no message');
  const blocks = decodeBlocks(message.content);
  const hasCalls = blocks.some(({ kind }) => kind === 'tool-call');
  return unfoldReply({
    blocks,
    usage: decodeUsage(body.usage),
    ending: readEnding(body.stopReason, hasCalls),
  });
}
