// Only this dialect has content blocks with rules about their order, so they are read before they become messages.
import { isSealOf } from '../answer/seal.ts';
import { asRecord, type JsonRecord } from '../json-record.ts';
import { type Checked, invalid, missing, refused, wrongType, wrongValue } from './vendor-error.ts';

export type Block =
  | { type: 'text'; text: string }
  | { type: 'media' }
  | { type: 'thinking' }
  | { type: 'tool_use'; id: string; name: string; arguments: string }
  | { type: 'tool_result'; callId: string; text: string; mediaParts: number };

/** What thinking blocks are sealed for. */
export const thinkingPurpose = 'messages thinking';

const blockTypes = [
  'document',
  'image',
  'redacted_thinking',
  'search_result',
  'text',
  'thinking',
  'tool_result',
  'tool_use',
];
const toolUseId = /^[a-zA-Z0-9_-]+$/;

/** Reads a content that is a string or a list of blocks. */
export function readBlocks(content: unknown, path: string): Checked<Block[]> {
  if (content === undefined) return refused(missing(path));
  if (typeof content === 'string') return { type: 'ok', value: [{ type: 'text', text: content }] };
  if (!Array.isArray(content)) return refused(wrongType(path, 'list'));
  const blocks: Block[] = [];
  for (const [index, item] of content.entries()) {
    const block = asRecord(item);
    if (!block) return refused(wrongType(`${path}.${index}`, 'dictionary'));
    const read = readBlock(block, `${path}.${index}`);
    if (read.type === 'refused') return read;
    blocks.push(read.value);
  }
  return { type: 'ok', value: blocks };
}

function readBlock(block: JsonRecord, path: string): Checked<Block> {
  const { type } = block;
  switch (type) {
    case 'text':
      return readText(block, path);
    case 'image':
    case 'document':
      if (!asRecord(block.source)) return refused(missing(`${path}.${type}.source`));
      return { type: 'ok', value: { type: 'media' } };
    case 'search_result':
      return { type: 'ok', value: { type: 'media' } };
    case 'thinking':
      return readThinking(block, path);
    case 'redacted_thinking':
      // The sandbox never made one.
      return refused(invalid(`${path}: Invalid \`data\` in \`redacted_thinking\` block`));
    case 'tool_use':
      return readCall(block, path);
    case 'tool_result':
      return readResult(block, path);
    default:
      return refused(wrongValue(`${path}.type`, blockTypes));
  }
}

function readText({ text }: JsonRecord, path: string): Checked<Block> {
  if (typeof text !== 'string') return refused(missing(`${path}.text.text`));
  if (text === '') return refused(invalid('messages: text content blocks must be non-empty'));
  if (text.trim() === '') {
    return refused(invalid('messages: text content blocks must contain non-whitespace text'));
  }
  return { type: 'ok', value: { type: 'text', text } };
}

/** Thinking must come back as it went out: the signature is checked against the text. */
function readThinking({ thinking, signature }: JsonRecord, path: string): Checked<Block> {
  if (typeof thinking !== 'string') return refused(missing(`${path}.thinking.thinking`));
  if (typeof signature !== 'string') return refused(missing(`${path}.thinking.signature`));
  if (!isSealOf(signature, thinkingPurpose, thinking)) {
    return refused(invalid(`${path}: Invalid \`signature\` in \`thinking\` block`));
  }
  return { type: 'ok', value: { type: 'thinking' } };
}

function readCall({ id, name, input }: JsonRecord, path: string): Checked<Block> {
  const at = `${path}.tool_use`;
  if (typeof id !== 'string') return refused(missing(`${at}.id`));
  if (!toolUseId.test(id)) {
    return refused(invalid(`${at}.id: String should match pattern '${toolUseId.source}'`));
  }
  if (typeof name !== 'string') return refused(missing(`${at}.name`));
  if (!asRecord(input)) return refused(wrongType(`${at}.input`, 'dictionary'));
  return { type: 'ok', value: { type: 'tool_use', id, name, arguments: JSON.stringify(input) } };
}

function readResult({ tool_use_id: callId, content = '' }: JsonRecord, path: string): Checked<Block> {
  if (typeof callId !== 'string') return refused(missing(`${path}.tool_result.tool_use_id`));
  const inner = readBlocks(content, `${path}.tool_result.content`);
  if (inner.type === 'refused') return inner;
  const text = inner.value.map((block) => (block.type === 'text' ? block.text : '')).join('');
  const mediaParts = inner.value.filter(({ type }) => type === 'media').length;
  return { type: 'ok', value: { type: 'tool_result', callId, text, mediaParts } };
}
