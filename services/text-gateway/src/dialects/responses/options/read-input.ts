import { append } from '../../../canon/append.ts';
import type { TextBlock, ToolResultBlock } from '../../../canon/blocks.ts';
import type { Tool, Turn } from '../../../canon/request.ts';
import { systemWithin } from '../../../canon/system-within.ts';
import { invalid, type JsonRecord, readArray, readRecord, readText, readWord } from '../../../json/read.ts';
import {
  decodeAssistantContent,
  decodeResultContent,
  decodeTexts,
  decodeUserContent,
  unserved,
} from '../decode-blocks.ts';
import { readItem, sealLast } from '../items/read-item.ts';
import { isHosted, tellFound } from '../items/tool-search.ts';
import { readTools } from './read-tools.ts';

interface Conversation {
  instructions: TextBlock[];
  /** In the pieces in which it was said, none of them silent. */
  said: Turn[];
  /** Those that an item adds are there from the beginning where there are no such items; the last of a name counts. */
  tools: Map<string, Tool>;
}

/** Reads `input`, a text or items, into the conversation. */
export function readInput(input: unknown, conversation: Conversation): void {
  if (input === undefined || input === null) return;
  if (typeof input === 'string') {
    conversation.said.push({ from: 'user', blocks: [{ kind: 'text', text: input }] });
    return;
  }
  for (const [index, value] of readArray(input, 'input').entries()) {
    const path = `input[${index}]`;
    const item = readRecord(value, path);
    // A message may leave its type away.
    const type = item.type === undefined ? 'message' : readText(item.type, `${path}.type`);
    const add = Object.hasOwn(items, type) ? items[type] : undefined;
    if (!add) throw unserved(`${path}.type`, type);
    add(conversation, item, path);
  }
}

type AddItem = (conversation: Conversation, item: JsonRecord, path: string) => void;

const items: Record<string, AddItem> = {
  message: addMessage,
  additional_tools: addTools,
  function_call: addCall('arguments'),
  function_call_output: addResult,
  custom_tool_call: addCall('input'),
  custom_tool_call_output: addResult,
  tool_search_call: addSaid,
  tool_search_output: addFound,
  reasoning: addSaid,
  web_search_call: addSaid,
  file_search_call: addSaid,
  code_interpreter_call: addSaid,
  image_generation_call: addSaid,
  mcp_call: addSaid,
  mcp_list_tools: addSaid,
  item_reference: refuseReference,
  compaction_trigger: refuseCompaction,
};

/** Some clients refer to items unless they are told that nothing is stored, however an answer says it. */
function refuseReference(_conversation: Conversation, _item: JsonRecord, path: string): never {
  throw invalid(
    `${path}.type`,
    'item_reference is only served by an upstream of the same protocol, others keep nothing: send the item itself, as with `store` set to false',
  );
}

/** Codex has the vendor compact a conversation where its provider is named OpenAI. With others it asks for a summary, as any model writes. */
function refuseCompaction(_conversation: Conversation, _item: JsonRecord, path: string): never {
  const instead = 'ask for a summary, in Codex by a provider whose `name` in config.toml is not "OpenAI"';
  throw unserved(`${path}.type`, 'compaction_trigger', instead);
}

function addMessage(conversation: Conversation, item: JsonRecord, path: string): void {
  const content = `${path}.content`;
  const role = readWord(item.role, `${path}.role`, ['user', 'assistant', 'system', 'developer']);
  switch (role) {
    case 'user':
      say(conversation, { from: 'user', blocks: decodeUserContent(item.content, content) });
      return;
    case 'assistant':
      say(conversation, { from: 'assistant', blocks: decodeAssistantContent(item.content, content) });
      return;
    case 'system':
    case 'developer': {
      const texts = decodeTexts(item.content, content);
      if (conversation.said.length === 0) append(conversation.instructions, texts);
      else say(conversation, { from: 'user', blocks: systemWithin(texts) });
      return;
    }
    default:
      role satisfies never;
  }
}

/** So Codex sends all of its tools. Source: OpenAI API reference, "Create a model response", additional tools. */
function addTools({ tools }: Conversation, item: JsonRecord, path: string): void {
  for (const tool of readTools(item.tools, `${path}.tools`)) tools.set(tool.name, tool);
}

function addCall(said: 'arguments' | 'input'): AddItem {
  return (conversation, item, path) => {
    for (const name of ['call_id', 'name', said]) readText(item[name], `${path}.${name}`);
    addSaid(conversation, item);
  };
}

function addResult(conversation: Conversation, item: JsonRecord, path: string): void {
  const result: ToolResultBlock = {
    kind: 'tool-result',
    callId: readText(item.call_id, `${path}.call_id`),
    blocks: decodeResultContent(item.output, `${path}.output`),
  };
  say(conversation, { from: 'user', blocks: [result] });
}

/** What a search by the client found. What the vendor's own found, the request declares anyway. */
function addFound(conversation: Conversation, item: JsonRecord, path: string): void {
  if (isHosted(item)) {
    addSaid(conversation, item);
    return;
  }
  const found = readTools(item.tools, `${path}.tools`);
  for (const tool of found) conversation.tools.set(tool.name, tool);
  const result: ToolResultBlock = {
    kind: 'tool-result',
    callId: readText(item.call_id, `${path}.call_id`),
    blocks: [{ kind: 'text', text: tellFound(found) }],
  };
  say(conversation, { from: 'user', blocks: [result] });
}

function addSaid(conversation: Conversation, item: JsonRecord): void {
  const { blocks, sealOfPrevious } = readItem(item);
  say(conversation, { from: 'assistant', blocks });
  const last = conversation.said.at(-1);
  if (sealOfPrevious && last?.from === 'assistant') sealLast(last.blocks, sealOfPrevious);
}

function say({ said }: Conversation, piece: Turn): void {
  if (piece.blocks.length > 0) said.push(piece);
}
