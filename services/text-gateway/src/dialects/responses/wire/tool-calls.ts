/** Tools that the upstream runs itself, as far as they cost something by the call. */
import type { ToolCalls } from '../../../canon/usage.ts';
import { isRecord } from '../../../json/read.ts';

/** Types of output items, by the names that their prices have. */
const pricedItems = new Map([
  ['web_search_call', 'web_search'],
  ['file_search_call', 'file_search'],
]);

/** In JSON a word within a text has its closing quote escaped: only a value of its own looks like this. */
const marks = [...pricedItems.keys()].map((type) => Buffer.from(`"${type}"`));

/** Whether it is worth parsing: items hold the bulk of an answer, and nearly none is one of these. */
export function mayHoldToolCalls(bytes: Buffer): boolean {
  return marks.some((mark) => bytes.includes(mark));
}

export function countToolCalls(items: unknown): ToolCalls {
  const counts: Record<string, number> = {};
  for (const item of Array.isArray(items) ? items : []) {
    const tool = pricedToolOf(item);
    if (tool !== undefined) counts[tool] = (counts[tool] ?? 0) + 1;
  }
  return counts;
}

/** A failed call is no call; of what a web search does, opening a page and looking for words in it cost nothing. */
function pricedToolOf(item: unknown): string | undefined {
  if (!isRecord(item) || item.status === 'failed') return undefined;
  if (isRecord(item.action) && item.action.type !== 'search') return undefined;
  return typeof item.type === 'string' ? pricedItems.get(item.type) : undefined;
}
