import type {
  AssistantBlock,
  AudioBlock,
  FileBlock,
  ImageBlock,
  RefusalBlock,
  ResultBlock,
  Source,
  TextBlock,
  UserBlock,
} from '../../canon/blocks.ts';
import { readUrlSource } from '../../canon/media/data-url.ts';
import {
  invalid,
  type JsonRecord,
  optionalText,
  ownProtocolOnly,
  readArray,
  readRecord,
  readText,
} from '../../json/read.ts';
import { readBreakpoint } from '../cache-breakpoint.ts';

type Part = TextBlock | ImageBlock | FileBlock | AudioBlock | RefusalBlock;

/** The fault for what cannot be said in any other protocol, with what to do instead where that is known. */
export function unserved(path: string, what: string, instead?: string): Error {
  return ownProtocolOnly(path, what, instead);
}

export function decodeUserContent(content: unknown, path: string): UserBlock[] {
  return readParts(content, path).map(([part, at]) => {
    if (part.kind === 'refusal') throw invalid(at, 'only the assistant can refuse');
    return part;
  });
}

export function decodeAssistantContent(content: unknown, path: string): AssistantBlock[] {
  return readParts(content, path).map(([part, at]) => {
    if (part.kind !== 'text' && part.kind !== 'refusal') throw invalid(at, 'the assistant can only say text');
    return part;
  });
}

/** What a tool answered. Nothing at all is no text. */
export function decodeResultContent(output: unknown, path: string): ResultBlock[] {
  if (output === '') return [];
  return readParts(output, path).map(([part, at]) => {
    if (part.kind === 'refusal' || part.kind === 'audio') throw invalid(at, 'a tool cannot answer this');
    return part;
  });
}

/** System texts. */
export function decodeTexts(content: unknown, path: string): TextBlock[] {
  return readParts(content, path).map(([part, at]) => {
    if (part.kind !== 'text') throw invalid(at, 'must be text');
    return part;
  });
}

function readParts(content: unknown, path: string): [Part, string][] {
  if (typeof content === 'string') return [[{ kind: 'text', text: content }, path]];
  return readArray(content, path).map((part, index) => {
    const at = `${path}[${index}]`;
    return [readPart(readRecord(part, at), at), at];
  });
}

const parts: Record<string, (part: JsonRecord, path: string) => Part> = {
  input_text: readTextPart,
  output_text: readTextPart,
  text: readTextPart,
  refusal: ({ refusal }, path) => ({ kind: 'refusal', text: readText(refusal, `${path}.refusal`) }),
  input_image: readImage,
  input_file: readFile,
  input_audio: readAudio,
};

function readPart(part: JsonRecord, path: string): Part {
  const type = readText(part.type, `${path}.type`);
  const read = Object.hasOwn(parts, type) ? parts[type] : undefined;
  if (!read) throw unserved(`${path}.type`, type);
  return read(part, path);
}

function readTextPart(part: JsonRecord, path: string): TextBlock {
  return { kind: 'text', text: readText(part.text, `${path}.text`), ...readBreakpoint(part) };
}

function readImage(part: JsonRecord, path: string): ImageBlock {
  const url = optionalText(part.image_url, `${path}.image_url`);
  const id = optionalText(part.file_id, `${path}.file_id`);
  const detail = optionalText(part.detail, `${path}.detail`);
  const options = { ...(detail && { detail }), ...readBreakpoint(part) };
  if (url !== undefined) return { kind: 'image', source: readUrlSource(url), ...options };
  if (id !== undefined) return { kind: 'image', source: stored(id), ...options };
  throw invalid(`${path}.image_url`, 'is missing');
}

function readFile(part: JsonRecord, path: string): FileBlock {
  const name = optionalText(part.filename, `${path}.filename`);
  const named = name !== undefined && { name };
  return { kind: 'file', source: readFileSource(part, path), ...named, ...readBreakpoint(part) };
}

function readFileSource(part: JsonRecord, path: string): Source {
  const data = optionalText(part.file_data, `${path}.file_data`);
  const url = optionalText(part.file_url, `${path}.file_url`);
  const id = optionalText(part.file_id, `${path}.file_id`);
  if (data !== undefined) {
    const source = readUrlSource(data);
    // Some clients leave the data URL's head away.
    return source.kind === 'bytes' ? source : { kind: 'bytes', mediaType: 'application/pdf', base64: data };
  }
  if (url !== undefined) return readUrlSource(url);
  if (id !== undefined) return stored(id);
  throw invalid(`${path}.file_data`, 'is missing');
}

function readAudio({ input_audio: audio }: JsonRecord, path: string): AudioBlock {
  const { data, format } = readRecord(audio, `${path}.input_audio`);
  const base64 = readText(data, `${path}.input_audio.data`);
  const mediaType = `audio/${readText(format, `${path}.input_audio.format`)}`;
  return { kind: 'audio', source: { kind: 'bytes', mediaType, base64 } };
}

function stored(id: string): Source {
  return { kind: 'stored', dialect: 'responses', id };
}
