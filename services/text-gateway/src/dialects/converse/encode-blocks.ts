import type {
  AssistantBlock,
  CacheMark,
  FileBlock,
  ResultBlock,
  ToolResultBlock,
  UserBlock,
} from '../../canon/blocks.ts';
import { type Losses, RefusedContent } from '../../canon/losses.ts';
import { readArgs } from '../../canon/tools/args.ts';
import { isRecord, type JsonRecord } from '../../json/read.ts';
import type { ModelTraits } from './model-traits.ts';
import type { DocumentNames } from './request/document-names.ts';
import { writeDocument, writeImage } from './request/media.ts';

/** What the blocks of one request share. */
export interface WriteContext {
  losses: Losses;
  cache: ModelTraits['cache'];
  names: DocumentNames;
  /** Whether PDFs of this request may be cited from, which is how Anthropic's models come to see their pages. */
  seesPages: boolean;
}

/** Throws RefusedContent for what the protocol has no block for. */
export function encodeUserBlock(block: UserBlock, context: WriteContext): JsonRecord[] {
  switch (block.kind) {
    case 'audio':
      throw new RefusedContent('audio', 'The upstream takes no audio.');
    case 'tool-result':
      return writeResult(block, context);
    case 'opaque':
      return [];
    case 'text':
    case 'image':
      return [...encodeResultBlock(block, context), ...writeCache(block.cache, context)];
    case 'file':
      return writeMarkedFile(block, context);
    default:
      return block satisfies never;
  }
}

/**
 * A mark right behind a document is refused, but for one whose pages Anthropic's models see; words between them are none of
 * those that lack. Without citations they are given nothing but the text of a PDF.
 */
function writeMarkedFile(file: FileBlock, context: WriteContext): JsonRecord[] {
  const written = writeDocument(file, context.names);
  const { document } = written;
  const isPdf = isRecord(document) && document.format === 'pdf';
  const block =
    isPdf && context.seesPages ? { document: { ...document, citations: { enabled: true } } } : written;
  const mark = writeCache(file.cache, context);
  const isRefused = document !== undefined && !isPdf && mark.length > 0;
  return [block, ...(isRefused ? [{ text: '...' }] : []), ...mark];
}

/** What the assistant said before. Reasoning comes with the signature that this style gave it. */
export function encodeAssistantBlock(block: AssistantBlock, context: WriteContext): JsonRecord[] {
  switch (block.kind) {
    case 'text':
      return [{ text: block.text }, ...writeCache(block.cache, context)];
    case 'refusal':
      return [{ text: block.text }];
    case 'reasoning':
      return [
        {
          reasoningContent: block.isRedacted
            ? { redactedContent: block.seal?.value }
            : { reasoningText: { text: block.text, signature: block.seal?.value } },
        },
      ];
    case 'tool-call':
      return [
        { toolUse: { toolUseId: block.id, name: block.name, input: readArgs(block.argsText) } },
        ...writeCache(block.cache, context),
      ];
    case 'picture':
    case 'opaque':
      return [];
    default:
      return block satisfies never;
  }
}

/** The vendor refuses text of nothing but white space in what it is sent. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** The block that marks everything before it for the cache. A model without one loses the mark. */
export function writeCache(
  mark: CacheMark | undefined,
  { cache, losses }: Pick<WriteContext, 'cache' | 'losses'>,
): JsonRecord[] {
  if (!mark) return [];
  if (!cache) {
    losses.drop('cache');
    return [];
  }
  const isLong = mark.ttl === '1h';
  if (isLong && cache.longest !== '1h') losses.approximate('cache');
  return [{ cachePoint: { type: 'default', ...(isLong && cache.longest === '1h' && { ttl: '1h' }) } }];
}

function encodeResultBlock(block: ResultBlock, { losses, names }: WriteContext): JsonRecord[] {
  switch (block.kind) {
    case 'text':
      return isBlank(block.text) ? [] : [{ text: block.text }];
    case 'image':
      if (block.detail !== undefined) losses.drop('detail');
      return [writeImage(block.source)];
    case 'file':
      return [writeDocument(block, names)];
    default:
      return block satisfies never;
  }
}

/** Marks cannot stand within a result: they come behind it. A failed call must say something. */
function writeResult(result: ToolResultBlock, context: WriteContext): JsonRecord[] {
  const written = result.blocks.flatMap((block) => encodeResultBlock(block, context));
  const content = written.length === 0 && result.isError ? [{ text: 'error' }] : written;
  const mark = result.cache ?? result.blocks.findLast(({ cache }) => cache !== undefined)?.cache;
  return [
    {
      toolResult: { toolUseId: result.callId, content, ...(result.isError && { status: 'error' }) },
    },
    ...writeCache(mark, context),
  ];
}
