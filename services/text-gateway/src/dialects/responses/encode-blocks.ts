import type {
  AudioBlock,
  FileBlock,
  ImageBlock,
  ResultBlock,
  Source,
  TextBlock,
} from '../../canon/blocks.ts';
import { RefusedContent } from '../../canon/losses.ts';
import { writeDataUrl } from '../../canon/media/data-url.ts';
import { nameFor } from '../../canon/media/name-for.ts';
import type { JsonRecord } from '../../json/read.ts';
import type { WriteMark } from '../cache-breakpoint.ts';

/** A part of what a user says. */
export function encodeInputPart(
  block: TextBlock | ImageBlock | FileBlock | AudioBlock,
  writeMark: WriteMark,
): JsonRecord {
  return { ...writePart(block), ...('cache' in block && writeMark(block.cache)) };
}

function writePart(block: TextBlock | ImageBlock | FileBlock | AudioBlock): JsonRecord {
  switch (block.kind) {
    case 'text':
      return { type: 'input_text', text: block.text };
    case 'image':
      return encodeImage(block);
    case 'file':
      return encodeFile(block);
    case 'audio':
      throw new RefusedContent('audio', 'Audio cannot be sent to a model of this protocol');
    default:
      return block satisfies never;
  }
}

/** A text in an answer. */
export function encodeOutputText(text: string): JsonRecord {
  return { type: 'output_text', text, annotations: [], logprobs: [] };
}

export function encodeRefusal(refusal: string): JsonRecord {
  return { type: 'refusal', refusal };
}

/** What a tool answered: a text where it is no more than that. */
export function encodeResultContent(
  blocks: readonly ResultBlock[],
  writeMark: WriteMark,
): string | JsonRecord[] {
  const [only, ...others] = blocks;
  if (!only) return '';
  const parts = blocks.map((block) => encodeInputPart(block, writeMark));
  const isMarked = parts.some((part) => part.prompt_cache_breakpoint !== undefined);
  return only.kind === 'text' && others.length === 0 && !isMarked ? only.text : parts;
}

function encodeImage({ source, detail }: ImageBlock): JsonRecord {
  const where =
    source.kind === 'stored' ? { file_id: storedId(source, 'image') } : { image_url: urlOf(source) };
  return { type: 'input_image', ...where, ...(detail !== undefined && { detail }) };
}

function encodeFile({ source, name }: FileBlock): JsonRecord {
  const named = name !== undefined && { filename: name };
  switch (source.kind) {
    case 'bytes':
      // The vendor refuses bytes without a name.
      return {
        type: 'input_file',
        filename: name ?? nameFor(source.mediaType),
        file_data: writeDataUrl(source),
      };
    case 'url':
      return { type: 'input_file', ...named, file_url: source.url };
    case 'stored':
      return { type: 'input_file', ...named, file_id: storedId(source, 'file') };
    default:
      return source satisfies never;
  }
}

function urlOf(source: Exclude<Source, { kind: 'stored' }>): string {
  return source.kind === 'url' ? source.url : writeDataUrl(source);
}

function storedId({ dialect, id }: Extract<Source, { kind: 'stored' }>, what: string): string {
  if (dialect === 'responses') return id;
  throw new RefusedContent(what, `The ${what} is stored at an upstream of another protocol`);
}
