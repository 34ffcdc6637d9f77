import type { Message } from '../answer/question.ts';
import { asRecord } from '../json-record.ts';
import { type Block, readBlocks } from './read-blocks.ts';
import { type Checked, invalid, missing, refused, wrongType, wrongValue } from './vendor-error.ts';

export interface Turn {
  role: Exclude<Message['role'], 'tool'>;
  blocks: Block[];
}

const roles = ['user', 'assistant', 'system'] as const;

/** Reads `messages`; the refusals are those of the vendor for their shape. */
export function readMessages(value: unknown): Checked<Turn[]> {
  if (value === undefined) return refused(missing('messages'));
  if (!Array.isArray(value)) return refused(wrongType('messages', 'list'));
  if (value.length === 0) return refused(invalid('messages: at least one message is required'));
  const turns: Turn[] = [];
  for (const [index, item] of value.entries()) {
    const path = `messages.${index}`;
    const record = asRecord(item);
    if (!record) return refused(wrongType(path, 'dictionary'));
    const role = roles.find((candidate) => candidate === record.role);
    if (!role) return refused(wrongValue(`${path}.role`, roles));
    const blocks = readBlocks(record.content, `${path}.content`);
    if (blocks.type === 'refused') return blocks;
    const isLast = index === value.length - 1;
    if (isEmpty(blocks.value) && !(isLast && role === 'assistant')) {
      const exception = 'except for the optional final assistant message';
      return refused(invalid(`${path}: all messages must have non-empty content ${exception}`));
    }
    if (role === 'assistant' && blocks.value.at(-1)?.type === 'thinking')
      return refused(invalid(`${path}: The final block in an assistant message cannot be \`thinking\`.`));
    turns.push({ role, blocks: blocks.value });
  }
  if (turns.at(-1)?.role === 'assistant' && endsBlank(turns.at(-1)?.blocks.at(-1)))
    return refused(invalid('messages: final assistant content cannot end with trailing whitespace'));
  return { type: 'ok', value: turns };
}

function endsBlank(block: Block | undefined): boolean {
  return block?.type === 'text' && block.text !== block.text.trimEnd();
}

function isEmpty(blocks: Block[]): boolean {
  return blocks.every((block) => block.type === 'text' && block.text === '');
}

/** The turns as every dialect's messages: each tool result becomes one of its own, before the rest of its turn. */
export function messagesOf(turns: Turn[]): Message[] {
  return turns.flatMap(({ role, blocks }) => {
    const results = blocks.flatMap((block): Message[] =>
      block.type === 'tool_result' ? [{ ...block, role: 'tool', calls: [] }] : [],
    );
    const rest = blocks.filter(({ type }) => type !== 'tool_result');
    if (rest.length === 0) return results;
    const text = rest.map((block) => (block.type === 'text' ? block.text : '')).join('');
    const mediaParts = rest.filter(({ type }) => type === 'media').length;
    const calls = rest.flatMap((block) => (block.type === 'tool_use' ? [block] : []));
    return [...results, { role, text, mediaParts, calls, callId: null }];
  });
}
