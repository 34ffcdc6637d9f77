/** Writes the parts of a message's `content`. */
import type { AudioBlock, FileBlock, ImageBlock, TextBlock } from '../../canon/blocks.ts';
import { type Losses, RefusedContent } from '../../canon/losses.ts';
import { writeDataUrl } from '../../canon/media/data-url.ts';
import { nameFor } from '../../canon/media/name-for.ts';
import { readTextFile } from '../../canon/media/text-file.ts';
import { compact, type JsonRecord } from '../../json/read.ts';
import { createMarkWriter } from '../cache-breakpoint.ts';
import type { ModelTraits } from './model-traits.ts';
import { writeFormat } from './turns/audio-types.ts';

type ContentBlock = TextBlock | ImageBlock | FileBlock | AudioBlock;

/** A string where that says it all: every upstream reads one. A mark for the cache has no place at it. */
export function encodeContent(
  blocks: readonly ContentBlock[],
  { joinsTexts, takesBreakpoints }: Pick<ModelTraits, 'joinsTexts' | 'takesBreakpoints'>,
  losses: Losses,
): string | JsonRecord[] {
  const [first, ...more] = blocks;
  const writeMark = createMarkWriter(takesBreakpoints, losses);
  const parts = blocks.map((block) => ({
    ...encodePart(block),
    ...('cache' in block && writeMark(block.cache)),
  }));
  if (!first) return '';
  const isMarked = parts.some((part) => 'prompt_cache_breakpoint' in part);
  if (first.kind === 'text' && more.length === 0 && !isMarked) return first.text;
  return joinsTexts ? joinTexts(parts) : parts;
}

function joinTexts(parts: JsonRecord[]): string | JsonRecord[] {
  const texts = parts.map(({ text }) => text).filter((text) => typeof text === 'string');
  return texts.length === parts.length ? texts.join('\n\n') : parts;
}

function encodePart(block: ContentBlock): JsonRecord {
  switch (block.kind) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'image':
      return encodeImage(block);
    case 'file':
      return encodeFile(block);
    case 'audio':
      return { type: 'input_audio', input_audio: audioData(block) };
    default:
      return block satisfies never;
  }
}

function encodeImage(block: Pick<ImageBlock, 'source' | 'detail'>): JsonRecord {
  return { type: 'image_url', image_url: compact({ url: imageUrl(block), detail: block.detail }) };
}

/** OpenAI takes PDF alone as a file, and many upstreams none: text is text here, and an image one. */
function encodeFile(block: FileBlock): JsonRecord {
  const { source, name } = block;
  if (source.kind === 'bytes' && source.mediaType.startsWith('image/')) return encodeImage({ source });
  const text = source.kind === 'bytes' ? readTextFile(source) : undefined;
  if (source.kind !== 'bytes' || text === undefined) return { type: 'file', file: compact(fileData(block)) };
  return { type: 'text', text: `${name ?? nameFor(source.mediaType)}\n\n${text}` };
}

function imageUrl({ source }: Pick<ImageBlock, 'source'>): string {
  if (source.kind === 'bytes') return writeDataUrl(source);
  if (source.kind === 'url') return source.url;
  throw new RefusedContent('image', 'An image stored at another upstream cannot be sent to this one.');
}

function fileData({ source, name: filename }: FileBlock): JsonRecord {
  // OpenAI refuses bytes without a name.
  if (source.kind === 'bytes')
    return { file_data: writeDataUrl(source), filename: filename ?? nameFor(source.mediaType) };
  if (source.kind === 'url') throw new RefusedContent('file', 'A file must be sent as bytes, not as a URL.');
  if (source.dialect === 'chat-completions') return { file_id: source.id, filename };
  throw new RefusedContent('file', 'A file stored at another upstream cannot be sent to this one.');
}

function audioData({ source }: AudioBlock): JsonRecord {
  if (source.kind !== 'bytes')
    throw new RefusedContent('audio', 'Audio must be sent as bytes, not as a URL.');
  const { mediaType, base64 } = source;
  const format = writeFormat(mediaType);
  if (!format)
    throw new RefusedContent('audio', `Audio of type ${mediaType} cannot be sent: use WAV or MP3.`);
  return { data: base64, format };
}
