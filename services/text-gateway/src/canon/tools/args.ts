import { parseJson } from '../../json/parse.ts';
import { isRecord, type JsonRecord } from '../../json/read.ts';

/** Deeper than any tool is called with. What is much deeper cannot be written as JSON again. */
const maxDepth = 128;

/**
 * Arguments as text: their JSON, or the value itself, as some upstreams write it where the other belongs; empty where there are none.
 * PHP writes an object without members as an empty list.
 */
export function writeArgs(value: unknown): string {
  if (typeof value === 'string') return value;
  const isEmptyList = Array.isArray(value) && value.length === 0;
  return value === undefined || value === null || isEmptyList ? '' : JSON.stringify(value);
}

/** Arguments as the object that they must be in some dialects, whatever the model wrote. */
export function readArgs(argsText: string): JsonRecord {
  if (argsText.trim() === '') return {};
  try {
    const args: unknown = parseJson(argsText);
    if (isRecord(args) && nestsAtMost(args, maxDepth)) return args;
  } catch {
    // Not JSON: passed on as the text that it is.
  }
  return { _raw: argsText };
}

function nestsAtMost(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => nestsAtMost(inner, depth - 1));
}
