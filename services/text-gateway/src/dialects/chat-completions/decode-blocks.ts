/** Reads the parts of a message's `content`. Source: OpenAI API reference, "Create chat completion". */
import type {
  AssistantBlock,
  AudioBlock,
  CacheMark,
  FileBlock,
  ImageBlock,
  RefusalBlock,
  Source,
  TextBlock,
  UserBlock,
} from '../../canon/blocks.ts';
import { markLast } from '../../canon/marks/mark-last.ts';
import { readUrlSource } from '../../canon/media/data-url.ts';
import {
  isRecord,
  type JsonRecord,
  optionalText,
  ownProtocolOnly,
  readArray,
  readRecord,
  readText,
} from '../../json/read.ts';
import { readBreakpoint } from '../cache-breakpoint.ts';
import { readMediaType } from './turns/audio-types.ts';

/** Readers of parts by their `type`. */
type PartReaders<B> = Record<string, (part: JsonRecord, path: string) => B>;

export const textParts: PartReaders<TextBlock> = {
  text: (part, path) => ({ kind: 'text', text: readText(part.text, `${path}.text`), ...readCache(part) }),
};

export const assistantParts: PartReaders<TextBlock | RefusalBlock> = {
  ...textParts,
  refusal: (part, path) => ({ kind: 'refusal', text: readText(part.refusal, `${path}.refusal`) }),
};

/** Vendors define text alone, and many upstreams take images as well. */
export const resultParts: PartReaders<TextBlock | ImageBlock | FileBlock> = {
  ...textParts,
  image_url: (part, path) => {
    const image = readRecord(part.image_url, `${path}.image_url`);
    const detail = optionalText(image.detail, `${path}.image_url.detail`);
    const source = readUrlSource(readText(image.url, `${path}.image_url.url`));
    // Clients of Gemini's models send PDFs so, too.
    const isPdf = source.kind === 'bytes' && source.mediaType === 'application/pdf';
    if (isPdf) return { kind: 'file', source, ...readCache(part) };
    return { kind: 'image', source, ...(detail !== undefined && { detail }), ...readCache(part) };
  },
  file: (part, path) => {
    const file = readRecord(part.file, `${path}.file`);
    const name = optionalText(file.filename, `${path}.file.filename`);
    const source = readFile(file, `${path}.file`);
    return { kind: 'file', source, ...(name !== undefined && { name }), ...readCache(part) };
  },
};

export const userParts: PartReaders<TextBlock | ImageBlock | FileBlock | AudioBlock> = {
  ...resultParts,
  input_audio: (part, path) => {
    const audio = readRecord(part.input_audio, `${path}.input_audio`);
    const mediaType = readMediaType(readText(audio.format, `${path}.input_audio.format`));
    const base64 = readText(audio.data, `${path}.input_audio.data`);
    return { kind: 'audio', source: { kind: 'bytes', mediaType, base64 } };
  },
};

/** The blocks of a string or of parts. Texts without a character are left out: some upstreams refuse them. */
export function decodeContent<B extends { kind: string }>(
  content: unknown,
  path: string,
  readers: PartReaders<B>,
): B[] {
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : readArray(content, path);
  return parts
    .map((value, at) => readPart(readRecord(value, `${path}[${at}]`), `${path}[${at}]`, readers))
    .filter((block) => !('text' in block) || block.text !== '');
}

function readPart<B>(part: JsonRecord, path: string, readers: PartReaders<B>): B {
  const type = readText(part.type, `${path}.type`);
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined;
  if (!read) throw ownProtocolOnly(`${path}.type`);
  return read(part, path);
}

function readFile(file: JsonRecord, path: string): Source {
  const id = optionalText(file.file_id, `${path}.file_id`);
  if (id !== undefined) return { kind: 'stored', dialect: 'chat-completions', id };
  const data = readText(file.file_data, `${path}.file_data`);
  const source = readUrlSource(data);
  const isBare = source.kind === 'url' && !/^[a-z]+:/i.test(data.slice(0, 16));
  // Bytes without a data URL around them: PDF is the one type that everyone takes.
  return isBare ? { kind: 'bytes', mediaType: 'application/pdf', base64: data } : source;
}

/** A hint for the upstream's cache: OpenAI's own, or the one that gateways before messages upstreams take. */
export function readCache(part: JsonRecord): { cache?: CacheMark } {
  const { cache_control: control } = part;
  if (isRecord(control)) return { cache: { ttl: control.ttl === '1h' ? '1h' : '5m' } };
  return readBreakpoint(part);
}

/** The blocks of a message that may be marked as a whole: so the AI SDK marks one whose content is a string. */
export function markMessage<B extends UserBlock | AssistantBlock>(message: JsonRecord, blocks: B[]): B[] {
  const { cache } = readCache(message);
  return cache ? markLast(blocks, cache) : blocks;
}
