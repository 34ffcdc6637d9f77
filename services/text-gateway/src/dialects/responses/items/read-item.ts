import type { AssistantBlock, ReasoningBlock } from '../../../canon/blocks.ts';
import { noSeal, type Seal } from '../../../canon/seal.ts';
import { writeArgs } from '../../../canon/tools/args.ts';
import { writeInputArgs } from '../../../canon/tools/freeform/args.ts';
import { joinName } from '../../../canon/tools/namespaces.ts';
import { type JsonRecord, recordsIn, textIn } from '../../../json/read.ts';
import { readSlot } from './seal-slot.ts';
import { isHosted, searchName } from './tool-search.ts';

/** What an item of the model says: blocks of its own, or the seal of the block before it. */
export interface ItemContent {
  blocks: AssistantBlock[];
  sealOfPrevious?: Seal;
}

/** Reads what a model said, in an answer or when it comes back. Missing members are empty. */
export function readItem(item: JsonRecord): ItemContent {
  switch (item.type) {
    case 'message':
      return { blocks: recordsIn(item.content).map((part) => readSaid(item, part)) };
    case 'function_call':
      return { blocks: [readCall(item, writeArgs(item.arguments))] };
    case 'custom_tool_call':
      return { blocks: [readCall(item, writeInputArgs(textIn(item.input)))] };
    case 'tool_search_call':
      return { blocks: [readSearch(item)] };
    case 'reasoning':
      return readReasoning(item);
    case 'image_generation_call':
      return { blocks: [readPicture(item)] };
    default:
      return { blocks: [{ kind: 'opaque', dialect: 'responses', json: item }] };
  }
}

/** Puts a seal on the text, call or picture that an item said it belongs to. */
export function sealLast(blocks: readonly AssistantBlock[], seal: Seal): void {
  const last = blocks.at(-1);
  if (last?.kind === 'text' || last?.kind === 'tool-call' || last?.kind === 'picture') last.seal = seal;
}

/** Several pieces of thought in one item are one text. */
export const betweenThoughts = '\n\n';

function readSaid(message: JsonRecord, part: JsonRecord): AssistantBlock {
  if (part.type === 'output_text') return { kind: 'text', text: textIn(part.text) };
  if (part.type === 'refusal') return { kind: 'refusal', text: textIn(part.refusal) };
  return { kind: 'opaque', dialect: 'responses', json: { ...message, content: [part] } };
}

function readPicture(item: JsonRecord): AssistantBlock {
  const { result: base64, output_format: format } = item;
  if (typeof base64 !== 'string' || base64 === '')
    return { kind: 'opaque', dialect: 'responses', json: item };
  return { kind: 'picture', mediaType: `image/${textIn(format) || 'png'}`, base64 };
}

function readCall({ id, call_id: callId, name, namespace }: JsonRecord, argsText: string): AssistantBlock {
  return {
    kind: 'tool-call',
    id: textIn(callId) || textIn(id),
    name: textIn(namespace) === '' ? textIn(name) : joinName(textIn(namespace), textIn(name)),
    argsText,
  };
}

function readSearch(item: JsonRecord): AssistantBlock {
  if (isHosted(item)) return { kind: 'opaque', dialect: 'responses', json: item };
  return readCall({ ...item, name: searchName }, JSON.stringify(item.arguments ?? {}));
}

function readReasoning({ summary, content, encrypted_content: slot }: JsonRecord): ItemContent {
  const pieces = [...recordsIn(summary), ...recordsIn(content)];
  const texts = pieces.map((piece) => textIn(piece.text));
  const text = texts.filter((piece) => piece !== '').join(betweenThoughts);
  const block: ReasoningBlock = { kind: 'reasoning', text };
  if (typeof slot !== 'string' || slot === '' || slot === noSeal) return { blocks: [block] };
  const { seal, place } = readSlot(slot);
  if (place === 'previous') return { blocks: [], sealOfPrevious: seal };
  return { blocks: [{ ...block, seal, ...(place === 'hidden' && { isRedacted: true }) }] };
}
