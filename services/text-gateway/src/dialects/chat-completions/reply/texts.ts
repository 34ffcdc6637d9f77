import { isRecord, type JsonRecord } from '../../../json/read.ts';

/** A text of an answer: a string, or parts that hold texts, as some compatible upstreams write it. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  return value.map((part) => (isRecord(part) && typeof part.text === 'string' ? part.text : '')).join('');
}

/** What the model thought. Upstreams use either name, some both for the same text, and some parts of the content. */
export function reasoningOf({ reasoning_content: named, reasoning, content }: JsonRecord): string {
  return textOf(named) || textOf(reasoning) || thinkingOf(content);
}

function thinkingOf(content: unknown): string {
  if (!Array.isArray(content)) return '';
  return content
    .map((part) => (isRecord(part) && part.type === 'thinking' ? textOf(part.thinking) : ''))
    .join('');
}
