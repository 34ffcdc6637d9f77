/** Reads `messages`: system texts are gathered, what is left are turns. */
import { append } from '../../../canon/append.ts';
import type { TextBlock } from '../../../canon/blocks.ts';
import type { Turn } from '../../../canon/request.ts';
import { joinTurns } from '../../../canon/turns.ts';
import { createWaitingList, type WaitingList } from '../../../canon/waiting-list.ts';
import { invalid, type JsonRecord, readArray, readRecord, readText, readWord } from '../../../json/read.ts';
import {
  decodeContent,
  markMessage,
  readCache,
  resultParts,
  textParts,
  userParts,
} from '../decode-blocks.ts';
import { decodeAssistant } from './decode-assistant.ts';

export interface Conversation {
  instructions: TextBlock[];
  turns: Turn[];
}

interface State extends Conversation {
  /** The minted ids of legacy calls that still lack their results, by the names that they call. */
  legacy: WaitingList<string>;
  legacyCalls: number;
}

const roles = ['system', 'developer', 'user', 'assistant', 'tool', 'function'] as const;
type Role = (typeof roles)[number];

const readers: Record<Role, (state: State, message: JsonRecord, path: string) => void> = {
  system: readInstructions,
  developer: readInstructions,
  user: ({ turns }, message, path) => {
    const blocks = decodeContent(message.content, `${path}.content`, userParts);
    turns.push({ from: 'user', blocks: markMessage(message, blocks) });
  },
  assistant: (state, message, path) => {
    const mintedId = `call_legacy_${state.legacyCalls}`;
    const blocks = markMessage(message, decodeAssistant(message, path, mintedId));
    state.turns.push({ from: 'assistant', blocks });
    for (const block of blocks) {
      if (block.kind !== 'tool-call' || block.id !== mintedId) continue;
      state.legacy.add(block.name, block.id);
      state.legacyCalls += 1;
    }
  },
  tool: ({ turns }, message, path) => {
    addResult(turns, readText(message.tool_call_id, `${path}.tool_call_id`), message, path);
  },
  function: ({ turns, legacy }, message, path) => {
    const name = readText(message.name, `${path}.name`);
    const callId = legacy.take(name);
    if (callId === undefined) throw invalid(`${path}.name`, 'answers no call before it');
    addResult(turns, callId, message, path);
  },
};

export function decodeMessages(value: unknown): Conversation {
  const state: State = { instructions: [], turns: [], legacy: createWaitingList(), legacyCalls: 0 };
  const messages = readArray(value, 'messages');
  // Other vendors would be sent a question that nobody asked.
  if (messages.length === 0) throw invalid('messages', 'must have at least one message');
  for (const [at, item] of messages.entries()) {
    const path = `messages[${at}]`;
    const message = readRecord(item, path);
    readers[readWord(message.role, `${path}.role`, roles)](state, message, path);
  }
  return { instructions: state.instructions, turns: joinTurns(state.turns) };
}

function readInstructions({ instructions }: State, message: JsonRecord, path: string): void {
  append(instructions, markMessage(message, decodeContent(message.content, `${path}.content`, textParts)));
}

function addResult(turns: Turn[], callId: string, message: JsonRecord, path: string): void {
  const blocks = decodeContent(message.content ?? '', `${path}.content`, resultParts);
  turns.push({ from: 'user', blocks: [{ kind: 'tool-result', callId, blocks, ...readCache(message) }] });
}
