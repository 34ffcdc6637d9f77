import { readList } from '../../dialects/generate-content/wire/members.ts';
import { invalid, type JsonRecord, optionalText, readRecord } from '../../json/read.ts';
import type { EmbeddedText } from '../vectors/embedding-codec.ts';

const known = new Set(['model', 'content', 'taskType', 'title', 'outputDimensionality']);

/** What one request wants embedded. */
export function readContent(request: JsonRecord, path: string): EmbeddedText {
  const content = readRecord(request.content, `${path}content`);
  const parts = readList(content.parts, `${path}content.parts`);
  if (parts.length === 0) throw invalid(`${path}content.parts`, 'must hold at least one part');
  const texts = parts.map((part, at) => readPart(part, `${path}content.parts[${at}]`));
  return {
    text: texts.join(''),
    task: optionalText(request.taskType, `${path}taskType`),
    title: optionalText(request.title, `${path}title`),
  };
}

function readPart(value: unknown, path: string): string {
  const { text } = readRecord(value, path);
  if (typeof text !== 'string')
    throw invalid(path, 'other than text is only served by an upstream of the same protocol');
  return text;
}

export function unknownMembers(request: JsonRecord): string[] {
  return Object.keys(request).filter((name) => !known.has(name));
}
