import type {
  AssistantBlock,
  CacheMark,
  FileBlock,
  ResultBlock,
  Source,
  UserBlock,
} from '../../canon/blocks.ts';
import { type Losses, RefusedContent } from '../../canon/losses.ts';
import { readTextFile } from '../../canon/media/text-file.ts';
import { wrapSeal } from '../../canon/seal.ts';
import { readArgs } from '../../canon/tools/args.ts';
import { isRecord, type JsonRecord } from '../../json/read.ts';
import { wrapCallSeal } from './reply/call-seal.ts';
import { writeCallId } from './wire/call-id.ts';

/** Throws RefusedContent for what the protocol has no block for. */
export function encodeUserBlock(block: UserBlock, losses: Losses): JsonRecord[] {
  switch (block.kind) {
    case 'audio':
      throw new RefusedContent('audio', 'The upstream takes no audio.');
    case 'tool-result':
      return [
        {
          type: 'tool_result',
          tool_use_id: block.callId,
          ...writeResultContent(block.blocks, losses),
          ...(block.isError !== undefined && { is_error: block.isError }),
          ...writeCache(block.cache),
        },
      ];
    case 'opaque':
      return writeOpaque(block);
    case 'text':
    case 'image':
    case 'file':
      return encodeResultBlock(block, losses);
    default:
      return block satisfies never;
  }
}

/**
 * The blocks of an answer or of what the assistant said before. Seals of others are wrapped.
 *
 * @param unsigned the signature of thoughts that have none
 */
export function encodeAssistantBlock(block: AssistantBlock, unsigned: string): JsonRecord[] {
  switch (block.kind) {
    case 'text':
      return writeText(block);
    case 'refusal':
      return writeText({ text: block.text });
    case 'reasoning': {
      const seal = block.seal ? wrapSeal(block.seal, 'messages') : unsigned;
      return block.isRedacted
        ? [{ type: 'redacted_thinking', data: seal }]
        : [{ type: 'thinking', thinking: block.text, signature: seal }];
    }
    case 'tool-call':
      return [
        ...(block.seal ? [{ type: 'redacted_thinking', data: wrapCallSeal(block.seal) }] : []),
        {
          type: 'tool_use',
          id: writeCallId(block.id),
          name: block.name,
          input: readArgs(block.argsText),
          ...writeCache(block.cache),
        },
      ];
    case 'picture':
      return [];
    case 'opaque':
      return writeOpaque(block);
    default:
      return block satisfies never;
  }
}

/** The vendor refuses empty text. */
function writeText({ text, cache }: { text: string; cache?: CacheMark | undefined }): JsonRecord[] {
  return text === '' ? [] : [{ type: 'text', text, ...writeCache(cache) }];
}

/** The vendor refuses text of nothing but white space in what it is sent. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}

export function writeCache(cache: CacheMark | undefined): JsonRecord {
  if (!cache) return {};
  return { cache_control: { type: 'ephemeral', ...(cache.ttl === '1h' && { ttl: '1h' }) } };
}

function encodeResultBlock(block: ResultBlock, losses: Losses): JsonRecord[] {
  switch (block.kind) {
    case 'text':
      return isBlank(block.text) ? [] : writeText(block);
    case 'image':
      if (block.detail !== undefined) losses.drop('detail');
      return [{ type: 'image', source: writeSource(block.source, 'image'), ...writeCache(block.cache) }];
    case 'file':
      return [writeFile(block)];
    default:
      return block satisfies never;
  }
}

function writeResultContent(blocks: readonly ResultBlock[], losses: Losses): JsonRecord {
  const content = blocks.flatMap((block) => encodeResultBlock(block, losses));
  return content.length > 0 ? { content } : {};
}

function writeFile({ source, name, cache }: FileBlock): JsonRecord {
  if (source.kind !== 'stored' && source.mediaType?.startsWith('image/'))
    return { type: 'image', source: writeSource(source, 'image'), ...writeCache(cache) };
  return {
    type: 'document',
    source: source.kind === 'bytes' ? writeDocumentBytes(source) : writeSource(source, 'file'),
    ...(name !== undefined && { title: name }),
    ...writeCache(cache),
  };
}

/** Documents are PDF or plain text. Text of other kinds is plain text to a model. */
function writeDocumentBytes(source: Extract<Source, { kind: 'bytes' }>): JsonRecord {
  const { mediaType, base64 } = source;
  if (mediaType === 'application/pdf') return { type: 'base64', media_type: mediaType, data: base64 };
  const text = readTextFile(source);
  if (text === undefined)
    throw new RefusedContent('file', `The upstream takes PDF and plain text, not ${mediaType}.`);
  return { type: 'text', media_type: 'text/plain', data: text };
}

function writeSource(source: Source, what: string): JsonRecord {
  switch (source.kind) {
    case 'bytes':
      return { type: 'base64', media_type: source.mediaType, data: source.base64 };
    case 'url':
      return { type: 'url', url: source.url };
    case 'stored':
      if (source.dialect === 'messages') return { type: 'file', file_id: source.id };
      throw new RefusedContent(what, `The ${what} is stored where this upstream cannot read it.`);
    default:
      return source satisfies never;
  }
}

function writeOpaque({ dialect, json }: { dialect: string; json: unknown }): JsonRecord[] {
  return dialect === 'messages' && isRecord(json) ? [json] : [];
}
