import { isRecord, type JsonRecord } from '../../../json/read.ts';

/** A text of an answer: a string, or parts that hold texts, as some compatible upstreams write it. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  return value.map((part) => (isRecord(part) && typeof part.text === 'string' ? part.text : '')).join('');
}

/** What the model thought. Upstreams use either name, and some both for the same text. */
export function reasoningOf({ reasoning_content: content, reasoning }: JsonRecord): string {
  return textOf(content) || textOf(reasoning);
}
