/** Reads `messages`: system texts are gathered, what is left are turns. */
import type { TextBlock } from '../../../canon/blocks.ts';
import type { Turn } from '../../../canon/request.ts';
import { addToTurns } from '../../../canon/turns.ts';
import { invalid, type JsonRecord, readArray, readRecord, readText, readWord } from '../../../json/read.ts';
import { decodeContent, resultParts, textParts, userParts } from '../decode-blocks.ts';
import { decodeAssistant } from './decode-assistant.ts';

export interface Conversation {
  instructions: TextBlock[];
  turns: Turn[];
}

interface State extends Conversation {
  /** Legacy calls, which have no ids, in their order; those that still lack their results. */
  legacy: { id: string; name: string }[];
  legacyCalls: number;
}

const roles = ['system', 'developer', 'user', 'assistant', 'tool', 'function'] as const;
type Role = (typeof roles)[number];

const readers: Record<Role, (state: State, message: JsonRecord, path: string) => void> = {
  system: readInstructions,
  developer: readInstructions,
  user: ({ turns }, { content }, path) => {
    addToTurns(turns, { from: 'user', blocks: decodeContent(content, `${path}.content`, userParts) });
  },
  assistant: (state, message, path) => {
    const mintedId = `call_legacy_${state.legacyCalls}`;
    const blocks = decodeAssistant(message, path, mintedId);
    addToTurns(state.turns, { from: 'assistant', blocks });
    for (const block of blocks) {
      if (block.kind !== 'tool-call' || block.id !== mintedId) continue;
      state.legacy.push(block);
      state.legacyCalls += 1;
    }
  },
  tool: ({ turns }, message, path) => {
    addResult(turns, readText(message.tool_call_id, `${path}.tool_call_id`), message, path);
  },
  function: ({ turns, legacy }, message, path) => {
    const name = readText(message.name, `${path}.name`);
    const at = legacy.findIndex((call) => call.name === name);
    const [call] = at === -1 ? [] : legacy.splice(at, 1);
    if (!call) throw invalid(`${path}.name`, 'answers no call before it');
    addResult(turns, call.id, message, path);
  },
};

export function decodeMessages(value: unknown): Conversation {
  const state: State = { instructions: [], turns: [], legacy: [], legacyCalls: 0 };
  for (const [at, item] of readArray(value, 'messages').entries()) {
    const path = `messages[${at}]`;
    const message = readRecord(item, path);
    readers[readWord(message.role, `${path}.role`, roles)](state, message, path);
  }
  return { instructions: state.instructions, turns: state.turns };
}

function readInstructions({ instructions }: State, { content }: JsonRecord, path: string): void {
  instructions.push(...decodeContent(content, `${path}.content`, textParts));
}

function addResult(turns: Turn[], callId: string, { content }: JsonRecord, path: string): void {
  const blocks = decodeContent(content ?? '', `${path}.content`, resultParts);
  addToTurns(turns, { from: 'user', blocks: [{ kind: 'tool-result', callId, blocks }] });
}
