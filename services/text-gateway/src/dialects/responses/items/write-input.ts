import type { AssistantBlock, ReasoningBlock, ToolCallBlock, UserBlock } from '../../../canon/blocks.ts';
import { fitId } from '../../../canon/fit-id.ts';
import type { Losses } from '../../../canon/losses.ts';
import { markLast } from '../../../canon/marks/mark-last.ts';
import { showPictures } from '../../../canon/media/pictures.ts';
import type { CanonRequest, Turn } from '../../../canon/request.ts';
import { readInput } from '../../../canon/tools/freeform/input-reader.ts';
import { isRecord, type JsonRecord } from '../../../json/read.ts';
import type { WriteMark } from '../../cache-breakpoint.ts';
import { encodeInputPart, encodeRefusal, encodeResultContent } from '../encode-blocks.ts';

interface InputContext {
  writeMark: WriteMark;
  /** The model wants phases of what it said. */
  hasPhases: boolean;
  losses: Losses;
}

/** The items of a conversation. */
export function writeInput(
  { turns, tools }: Pick<CanonRequest, 'turns' | 'tools'>,
  { writeMark, hasPhases, losses }: InputContext,
): JsonRecord[] {
  const freeform = new Set<string>();
  // Once for all calls: a body has room for a hundred thousand of them, and as many tools.
  const freeformTools = new Set(tools.filter((tool) => tool.freeform).map(({ name }) => name));
  return showPictures(turns, losses).flatMap((turn, place) => {
    const isOver = place < turns.length - 1;
    const items = createItems(turn.from, hasPhases && isOver ? phaseOf(turn) : undefined);
    if (turn.from === 'user') {
      for (const block of turn.blocks) addUserBlock(items, block, { freeform, writeMark, losses });
      return items.all;
    }
    for (const block of turn.blocks) {
      const isInput = block.kind === 'tool-call' && freeformTools.has(block.name);
      if (isInput) freeform.add(block.id);
      addAssistantBlock(items, block, isInput, losses);
    }
    return items.all;
  });
}

/**
 * Newer models of OpenAI's take words before a call that do not say so for answers, and come to stop early themselves. A turn that
 * calls goes on behind the results. Source: OpenAI API reference, "Create a model response", `phase` of messages in `input`.
 */
function phaseOf({ from, blocks }: Turn): string | undefined {
  if (from === 'user') return undefined;
  return blocks.some(({ kind }) => kind === 'tool-call') ? 'commentary' : 'final_answer';
}

interface Items {
  all: JsonRecord[];
  add(item: JsonRecord): void;
  /** Neighbouring parts are one message. */
  addPart(part: JsonRecord): void;
}

function createItems(role: Turn['from'], phase: string | undefined): Items {
  const all: JsonRecord[] = [];
  let content: JsonRecord[] | undefined;
  return {
    all,
    add(item) {
      content = undefined;
      all.push(item);
    },
    addPart(part) {
      if (!content) {
        content = [];
        all.push({ type: 'message', role, content, ...(phase !== undefined && { phase }) });
      }
      content.push(part);
    },
  };
}

interface UserContext {
  /** The ids of the calls that were made of a text. */
  freeform: ReadonlySet<string>;
  writeMark: WriteMark;
  losses: Losses;
}

function addUserBlock(items: Items, block: UserBlock, context: UserContext): void {
  const { freeform, writeMark, losses } = context;
  switch (block.kind) {
    case 'tool-result': {
      if (block.isError) losses.drop('isError');
      const answered = block.cache ? markLast(block.blocks, block.cache) : block.blocks;
      const output = encodeResultContent(answered, writeMark);
      const type = freeform.has(block.callId) ? 'custom_tool_call_output' : 'function_call_output';
      items.add({ type, call_id: writeCallId(block.callId), output });
      return;
    }
    case 'opaque':
      addOpaque(items, block, losses);
      return;
    default: {
      const part = encodeInputPart(block, writeMark);
      if (block.kind === 'text' && block.isSystem)
        items.add({ type: 'message', role: 'developer', content: [part] });
      else items.addPart(part);
      return;
    }
  }
}

function addAssistantBlock(items: Items, block: AssistantBlock, isInput: boolean, losses: Losses): void {
  if ('cache' in block && block.cache) losses.drop('cache');
  switch (block.kind) {
    case 'text':
      if (block.seal) losses.drop('seal');
      items.addPart({ type: 'output_text', text: block.text });
      return;
    case 'refusal':
      items.addPart(encodeRefusal(block.text));
      return;
    case 'tool-call': {
      if (block.seal) losses.drop('seal');
      items.add(writeCall(block, isInput));
      return;
    }
    case 'reasoning':
      addReasoning(items, block, losses);
      return;
    case 'picture':
      return;
    case 'opaque':
      addOpaque(items, block, losses);
      return;
    default:
      block satisfies never;
  }
}

function writeCall({ id, name, argsText }: ToolCallBlock, isInput: boolean): JsonRecord {
  const named = { call_id: writeCallId(id), name };
  return isInput
    ? { type: 'custom_tool_call', ...named, input: readInput(argsText) }
    : { type: 'function_call', ...named, arguments: argsText || '{}' };
}

/** The vendor refuses a longer one; other upstreams and clients mint them. */
export const maxCallId = 64;

function writeCallId(id: string): string {
  return fitId(id, maxCallId);
}

/** The vendor takes back only thoughts that it sealed itself. */
function addReasoning(items: Items, { text, seal }: ReasoningBlock, losses: Losses): void {
  if (seal?.dialect !== 'responses') {
    losses.drop('reasoning');
    return;
  }
  const summary = text === '' ? [] : [{ type: 'summary_text', text }];
  items.add({ type: 'reasoning', summary, encrypted_content: seal.value });
}

function addOpaque(
  items: Items,
  { dialect, json }: { dialect: string; json: unknown },
  losses: Losses,
): void {
  if (dialect === 'responses' && isRecord(json)) items.add(json);
  else losses.drop('opaque');
}
