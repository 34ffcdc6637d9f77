import type { Message } from '../answer/question.ts';
import { asRecord } from '../json-record.ts';
import { checkCitations, checkMarks } from './check-documents.ts';
import { type Block, readBlocks } from './read-blocks.ts';
import { type Checked, invalid, missing, refused, type VendorError, wrongValue } from './vendor-error.ts';

export interface Turn {
  role: 'user' | 'assistant';
  blocks: Block[];
}

const roles = ['user', 'assistant'] as const;

/** Reads `messages`; the refusals are those of the vendor for their shape. */
export function readMessages(value: unknown): Checked<Turn[]> {
  if (!Array.isArray(value)) return refused(missing('messages'));
  const turns: Turn[] = [];
  for (const [index, item] of value.entries()) {
    const path = `messages.${index}`;
    const { role: said, content } = asRecord(item) ?? {};
    const role = roles.find((candidate) => candidate === said);
    if (!role) return refused(wrongValue(`${path}.role`, roles));
    const blocks = readBlocks(content, `${path}.content`);
    if (blocks.type === 'refused') return blocks;
    if (blocks.value.length === 0) {
      const what = `The content field in the Message object at ${path} is empty.`;
      return refused(invalid(`${what} Add a ContentBlock object to the content field and try again.`));
    }
    turns.push({ role, blocks: blocks.value });
  }
  const error = checkDocuments(turns) ?? checkCitations(turns) ?? checkMarks(turns);
  return error ? refused(error) : { type: 'ok', value: turns };
}

/** Documents need words beside them and a name that no other has, anywhere in the request. */
function checkDocuments(turns: Turn[]): VendorError | null {
  const names = turns.flatMap(({ blocks }) => namesIn(blocks));
  if (new Set(names).size < names.length) {
    return invalid(
      "Messages can't contain duplicate document names. Rename the document and retry your request.",
    );
  }
  const isWordless = ({ blocks }: Turn): boolean =>
    blocks.some(({ type }) => type === 'document') && !blocks.some(({ type }) => type === 'text');
  return turns.some(isWordless) ? invalid('A text block is required beside a document.') : null;
}

function namesIn(blocks: Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.type === 'toolResult') return namesIn(block.blocks);
    return block.type === 'document' ? [block.name.toLowerCase()] : [];
  });
}

/** The turns as every dialect's messages: each tool result becomes one of its own, before the rest of its turn. */
export function messagesOf(turns: { role: Message['role']; blocks: Block[] }[]): Message[] {
  return turns.flatMap(({ role, blocks }) => {
    const results = blocks.flatMap((block): Message[] =>
      block.type === 'toolResult'
        ? [{ role: 'tool', ...saidIn(block.blocks), calls: [], callId: block.callId }]
        : [],
    );
    const rest = blocks.filter(({ type }) => type !== 'toolResult' && type !== 'cachePoint');
    if (rest.length === 0) return results;
    const calls = rest.flatMap((block) => (block.type === 'toolUse' ? [block] : []));
    return [...results, { role, ...saidIn(rest), calls, callId: null }];
  });
}

function saidIn(blocks: Block[]): Pick<Message, 'text' | 'mediaParts'> {
  return {
    text: blocks.map((block) => (block.type === 'text' ? block.text : '')).join(''),
    mediaParts: blocks.filter(({ type }) => type === 'image' || type === 'document').length,
  };
}
