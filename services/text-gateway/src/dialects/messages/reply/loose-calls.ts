/**
 * Blocks of upstreams that only speak like Anthropic: some give calls no id, some write what belongs into an object as its JSON, or
 * leave out what is empty.
 */
import { readArgs } from '../../../canon/tools/args.ts';
import { nonEmptyText } from '../../../json/non-empty-text.ts';
import { isRecord, type JsonRecord, textIn } from '../../../json/read.ts';
import type { Ids } from '../../codec.ts';

/** The content of a whole answer, with blocks as Anthropic writes them. */
export function withWholeBlocks(content: unknown, ids: Ids): unknown {
  if (!Array.isArray(content)) return content;
  return content.map((block: unknown, place) => {
    if (!isRecord(block)) return block;
    if (block.type === 'text') return block.text === null ? { ...block, text: '' } : block;
    if (block.type === 'thinking') return { ...block, thinking: textIn(block.thinking) };
    if (block.type !== 'tool_use') return block;
    return { ...withCallId(block, ids, place), input: inputOfCall(block) };
  });
}

/** A block that has an id where it is a call: without one, it is named by its place in the answer. */
export function withCallId(block: JsonRecord, { requestId }: Ids, place: number): JsonRecord {
  if (block.type !== 'tool_use' || nonEmptyText(block.id) !== undefined) return block;
  return { ...block, id: `call_${requestId.replaceAll('-', '')}_${place}` };
}

/** What a tool is called with; nothing where the block does not say. */
export function inputOfCall({ input }: JsonRecord): JsonRecord {
  if (isRecord(input)) return input;
  return typeof input === 'string' ? readArgs(input) : {};
}
