// As in messages, content blocks have rules about their order, so they are read before they become messages.
import { isSealOf } from '../answer/seal.ts';
import { asRecord, type JsonRecord, parseJson } from '../json-record.ts';
import { readDocument, readImage } from './read-media.ts';
import { type Checked, invalid, missing, refused, violated, wrongValue } from './vendor-error.ts';

export type Block =
  | { type: 'text'; text: string }
  | { type: 'image' }
  | { type: 'document'; name: string; format: string; isCited: boolean }
  | { type: 'cachePoint' }
  | { type: 'reasoning' }
  | { type: 'toolUse'; id: string; name: string; arguments: string }
  | { type: 'toolResult'; callId: string; blocks: Block[] };

/** What reasoning is sealed for. */
export const reasoningPurpose = 'converse reasoning';

const name = /^[a-zA-Z0-9_-]+$/;
const maxNameLength = 64;

const readers: Record<string, (value: JsonRecord, path: string) => Checked<Block>> = {
  image: readImage,
  document: readDocument,
  cachePoint: readCachePoint,
  reasoningContent: readReasoning,
  toolUse: readCall,
  toolResult: readResult,
};

/** Reads a list of blocks. Each is a union: it has one member, which says what it is. */
export function readBlocks(content: unknown, path: string): Checked<Block[]> {
  if (!Array.isArray(content)) return refused(missing(path));
  const blocks: Block[] = [];
  for (const [index, item] of content.entries()) {
    const read = readBlock(asRecord(item), `${path}.${index}`);
    if (read.type === 'refused') return read;
    blocks.push(read.value);
  }
  return { type: 'ok', value: blocks };
}

function readBlock(block: JsonRecord | null, path: string): Checked<Block> {
  const [[type, value] = ['', undefined], ...others] = Object.entries(block ?? {});
  if (others.length > 0 || type === '') return refused(violated(path, 'Exactly one member must be set'));
  if (type === 'text') return readText(value, path);
  const read = readers[type];
  const record = asRecord(value);
  if (!read) return refused(wrongValue(path, ['text', ...Object.keys(readers)]));
  return record ? read(record, `${path}.${type}`) : refused(missing(`${path}.${type}`));
}

function readText(text: unknown, path: string): Checked<Block> {
  if (typeof text !== 'string') return refused(missing(`${path}.text`));
  if (text.trim() !== '') return { type: 'ok', value: { type: 'text', text } };
  const what = `The text field in the ContentBlock object at ${path} is blank.`;
  return refused(invalid(`${what} Add text to the text field, and try again.`));
}

function readCachePoint({ type, ttl }: JsonRecord, path: string): Checked<Block> {
  if (type !== 'default') return refused(wrongValue(`${path}.type`, ['default']));
  if (ttl !== undefined && ttl !== '5m' && ttl !== '1h')
    return refused(wrongValue(`${path}.ttl`, ['5m', '1h']));
  return { type: 'ok', value: { type: 'cachePoint' } };
}

/** Reasoning must come back as it went out: the signature is checked against the text. */
function readReasoning({ reasoningText }: JsonRecord, path: string): Checked<Block> {
  const { text, signature } = asRecord(reasoningText) ?? {};
  // The sandbox hides no reasoning, so none can come back hidden.
  if (typeof text !== 'string') return refused(missing(`${path}.reasoningText.text`));
  if (typeof signature !== 'string')
    return refused(
      invalid(`The model returned the following errors: ${path}.thinking.signature: Field required`),
    );
  if (isSealOf(signature, reasoningPurpose, text)) return { type: 'ok', value: { type: 'reasoning' } };
  return refused(
    invalid(`The model returned the following errors: ${path}: Invalid \`signature\` in \`thinking\` block`),
  );
}

function readCall({ toolUseId, name: called, input }: JsonRecord, path: string): Checked<Block> {
  if (typeof toolUseId !== 'string') return refused(missing(`${path}.toolUseId`));
  if (typeof called !== 'string') return refused(missing(`${path}.name`));
  const error = checkName(toolUseId, `${path}.toolUseId`) ?? checkName(called, `${path}.name`);
  if (error) return refused(error);
  if (!asRecord(input)) return refused(invalid(`The format of the value at ${path}.input is invalid.`));
  const json = JSON.stringify(input);
  return { type: 'ok', value: { type: 'toolUse', id: toolUseId, name: called, arguments: json } };
}

/** Ids of calls and names of tools have the same letters and the same length. */
export function checkName(text: string, path: string) {
  if (text.length < 1 || text.length > maxNameLength)
    return violated(path, `Member must have length between 1 and ${maxNameLength}`);
  if (name.test(text)) return null;
  return violated(path, 'Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+');
}

const resultTypes = ['text', 'image', 'document'];

function readResult({ toolUseId, content, status }: JsonRecord, path: string): Checked<Block> {
  if (typeof toolUseId !== 'string') return refused(missing(`${path}.toolUseId`));
  if (status !== undefined && status !== 'success' && status !== 'error')
    return refused(wrongValue(`${path}.status`, ['success', 'error']));
  const inner = readBlocks(asText(content), `${path}.content`);
  if (inner.type === 'refused') return inner;
  if (inner.value.length === 0 && status === 'error')
    return refused(invalid(`The content field at ${path} cannot be empty when status value is error.`));
  const odd = inner.value.find(({ type }) => !resultTypes.includes(type));
  if (odd) return refused(wrongValue(`${path}.content`, ['json', ...resultTypes]));
  return { type: 'ok', value: { type: 'toolResult', callId: toolUseId, blocks: inner.value } };
}

/** JSON in a result counts as the text of it. */
function asText(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  return content.map((item) => {
    const json = asRecord(item)?.json;
    return json === undefined || parseJson(JSON.stringify(json)) === undefined
      ? item
      : { text: JSON.stringify(json) };
  });
}
