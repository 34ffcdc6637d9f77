import type { ReplyEvent } from '../../canon/events.ts';
import { unfoldReply } from '../../canon/unfold.ts';
import { isRecord, type JsonRecord } from '../../json/read.ts';
import type { Ids } from '../codec.ts';
import { decodeAssistantBlocks } from './decode-blocks.ts';
import { readEnding } from './endings.ts';
import { withWholeBlocks } from './reply/loose-calls.ts';
import { findError, readFault } from './reply/read-fault.ts';
import { decodeUsage } from './usage.ts';

export function decodeReply(body: unknown, ids: Ids): ReplyEvent[] {
  if (!isRecord(body)) throw new Error('The answer is no object');
  const error = findError((name) => body[name]);
  if (error !== undefined) return unfoldReply({ blocks: [], fault: readFault(isRecord(error) ? error : {}) });
  const blocks = readContent(body, ids);
  const hasCalls = blocks.some(({ kind }) => kind === 'tool-call');
  return unfoldReply({
    blocks,
    usage: decodeUsage(body.usage),
    ending: readEnding(body.stop_reason, body.stop_sequence, hasCalls),
  });
}

function readContent({ content }: JsonRecord, ids: Ids): ReturnType<typeof decodeAssistantBlocks> {
  try {
    return decodeAssistantBlocks(withWholeBlocks(content, ids), 'content', new Map());
  } catch (cause) {
    // The fault is the upstream's, not the client's.
    throw new Error('The answer has no content that can be read', { cause });
  }
}
