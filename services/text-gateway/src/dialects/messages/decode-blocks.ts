import type {
  AssistantBlock,
  CacheMark,
  ResultBlock,
  Source,
  TextBlock,
  ToolResultBlock,
  UserBlock,
} from '../../canon/blocks.ts';
import { tellMediaType } from '../../canon/media/media-type.ts';
import { readSeal, type Seal } from '../../canon/seal.ts';
import {
  isRecord,
  type JsonRecord,
  optionalFlag,
  optionalRecord,
  optionalText,
  ownProtocolOnly,
  readArray,
  readRecord,
  readText,
  textIn,
} from '../../json/read.ts';
import { unwrapCallSeal } from './reply/call-seal.ts';
import { readCallId } from './wire/call-id.ts';

/** Options without a canonical form, by their wire names. */
export type Extras = Map<string, unknown>;

type ReadBlock<B> = (block: JsonRecord, path: string, extras: Extras) => B;

const resultReaders = new Map<unknown, ReadBlock<ResultBlock>>([
  ['text', readTextBlock],
  [
    'image',
    (block, path) => ({ kind: 'image', source: readSource(block.source, path), ...readCache(block) }),
  ],
  ['document', readDocument],
]);
const userReaders = new Map<unknown, ReadBlock<UserBlock>>([
  ...resultReaders,
  ['tool_result', readToolResult],
]);
const assistantReaders = new Map<unknown, ReadBlock<AssistantBlock>>([
  ['text', readTextBlock],
  ['thinking', readThinking],
  ['redacted_thinking', ({ data }) => ({ kind: 'reasoning', text: '', isRedacted: true, ...sealOf(data) })],
  ['tool_use', readToolUse],
]);

/** Members of blocks that are read here or say nothing. The others are options. */
const knownMembers = new Set([
  ...['type', 'text', 'source', 'title', 'context', 'cache_control', 'thinking', 'signature', 'data'],
  ...['id', 'name', 'input', 'caller', 'toolset_name', 'tool_use_id', 'content', 'is_error'],
]);

export function decodeUserBlocks(content: unknown, path: string, extras: Extras): UserBlock[] {
  return readBlocks(content, path, extras, userReaders, refuse);
}

/** Blocks that only the vendor's own servers understand stay as they are. */
export function decodeAssistantBlocks(content: unknown, path: string, extras: Extras): AssistantBlock[] {
  const blocks = readBlocks<AssistantBlock>(content, path, extras, assistantReaders, (json) => ({
    kind: 'opaque',
    dialect: 'messages',
    json,
  }));
  return blocks.flatMap((block, index) => {
    if (callSealOf(block)) return [];
    const seal = callSealOf(blocks[index - 1]);
    return [seal && block.kind === 'tool-call' ? { ...block, seal } : block];
  });
}

/** The seal of the call behind it, where a block is no more than that. */
function callSealOf(block: AssistantBlock | undefined): Seal | undefined {
  return block?.kind === 'reasoning' && block.isRedacted ? unwrapCallSeal(block.seal?.value) : undefined;
}

export function decodeTextBlocks(content: unknown, path: string, extras: Extras): TextBlock[] {
  return readBlocks(content, path, extras, new Map([['text', readTextBlock]]), refuse);
}

export function refuse(_: unknown, path: string): never {
  throw ownProtocolOnly(path);
}

/** Keeps the members of a record that nothing reads. */
export function keepExtras(record: JsonRecord, known: ReadonlySet<string>, extras: Extras): void {
  for (const [name, value] of Object.entries(record))
    if (!known.has(name) && value !== null && value !== undefined) extras.set(name, value);
}

export function readCache(block: JsonRecord): { cache?: CacheMark } {
  if (!isRecord(block.cache_control)) return {};
  return { cache: { ttl: block.cache_control.ttl === '1h' ? '1h' : '5m' } };
}

function readBlocks<B>(
  content: unknown,
  path: string,
  extras: Extras,
  readers: ReadonlyMap<unknown, ReadBlock<B | TextBlock>>,
  readOther: ReadBlock<B>,
): (B | TextBlock)[] {
  if (typeof content === 'string') return content === '' ? [] : [{ kind: 'text', text: content }];
  return readArray(content, path).map((value, index) => {
    const at = `${path}[${index}]`;
    const block = readRecord(value, at);
    const read = readers.get(readText(block.type, `${at}.type`));
    // A call of a toolset that the vendor defines says nothing to others.
    if (!read || typeof block.toolset_name === 'string') return readOther(block, at, extras);
    keepExtras(block, knownMembers, extras);
    return read(block, at, extras);
  });
}

function readTextBlock(block: JsonRecord, path: string): TextBlock {
  return { kind: 'text', text: readText(block.text, `${path}.text`), ...readCache(block) };
}

function readDocument(block: JsonRecord, path: string): ResultBlock {
  // It speaks to the model: content that has no place elsewhere.
  if (typeof block.context === 'string') refuse(block, `${path}.context`);
  const name = optionalText(block.title, `${path}.title`);
  return {
    kind: 'file',
    source: readSource(block.source, path),
    ...(name !== undefined && { name }),
    ...readCache(block),
  };
}

function readSource(value: unknown, path: string): Source {
  const at = `${path}.source`;
  const source = readRecord(value, at);
  switch (source.type) {
    case 'base64': {
      const said = readText(source.media_type, `${at}.media_type`);
      const base64 = readText(source.data, `${at}.data`);
      return { kind: 'bytes', mediaType: tellMediaType(said, base64), base64 };
    }
    case 'text':
      return {
        kind: 'bytes',
        mediaType: 'text/plain',
        base64: Buffer.from(readText(source.data, `${at}.data`)).toString('base64'),
      };
    case 'url':
      return { kind: 'url', url: readText(source.url, `${at}.url`) };
    case 'file':
      return { kind: 'stored', dialect: 'messages', id: readText(source.file_id, `${at}.file_id`) };
    default:
      return refuse(source, `${at}.type`);
  }
}

function readToolResult(block: JsonRecord, path: string, extras: Extras): ToolResultBlock {
  const isError = optionalFlag(block.is_error, `${path}.is_error`);
  return {
    kind: 'tool-result',
    callId: readCallId(readText(block.tool_use_id, `${path}.tool_use_id`)),
    blocks: readBlocks(block.content ?? '', `${path}.content`, extras, resultReaders, refuse),
    ...(isError !== undefined && { isError }),
    ...readCache(block),
  };
}

function readThinking(block: JsonRecord, path: string): AssistantBlock {
  const text = readText(block.thinking, `${path}.thinking`);
  return { kind: 'reasoning', text, ...sealOf(block.signature) };
}

function readToolUse(block: JsonRecord, path: string): AssistantBlock {
  return {
    kind: 'tool-call',
    id: readCallId(readText(block.id, `${path}.id`)),
    name: readText(block.name, `${path}.name`),
    argsText: JSON.stringify(optionalRecord(block.input, `${path}.input`) ?? {}),
    ...readCache(block),
  };
}

function sealOf(value: unknown): { seal?: Seal } {
  const seal = readSeal(textIn(value), 'messages');
  return seal ? { seal } : {};
}
