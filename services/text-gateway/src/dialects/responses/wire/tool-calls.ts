/** Tools that the upstream runs itself, as far as they cost something by the call. */
import type { ToolName } from '@headgate/proto/tool-names';
import { readCount, type ToolCalls } from '../../../canon/usage.ts';
import { membersIn } from '../../../json/parts.ts';
import { isRecord, type JsonRecord } from '../../../json/read.ts';

/** Types of output items, by the names that their prices have. */
const pricedItems = new Map<string, ToolName>([
  ['web_search_call', 'web_search'],
  ['file_search_call', 'file_search'],
  // Its tokens are in no usage of the model that asks for it.
  ['image_generation_call', 'image_generation'],
  // Source: OpenRouter's API reference, "OutputWebSearchServerToolItem" and its like.
  ['openrouter:web_search', 'web_search'],
  ['openrouter:web_fetch', 'web_fetch'],
  ['openrouter:image_generation', 'image_generation'],
]);

/** In JSON a word within a text has its closing quote escaped: only a value of its own looks like this. */
const marks = [...pricedItems.keys()].map((type) => Buffer.from(`"${type}"`));

/** Whether it is worth parsing: items hold the bulk of an answer, and nearly none is one of these. */
export function mayHoldToolCalls(bytes: Buffer): boolean {
  return marks.some((mark) => bytes.includes(mark));
}

/** What of an item tells whether it cost something: the rest of it may be an image. */
const telling = ['type', 'status', 'action'];

export function readPricedItem(bytes: Buffer | undefined): JsonRecord {
  const read = membersIn(bytes);
  return Object.fromEntries(
    telling.flatMap((name) => {
      const value = read?.(name);
      return value ? [[name, JSON.parse(value.toString('utf8'))]] : [];
    }),
  );
}

/** @param toolUsage what the response says of them at its end */
export function countToolCalls(items: unknown, toolUsage?: unknown): ToolCalls {
  const counts: Partial<Record<ToolName, number>> = {};
  for (const item of Array.isArray(items) ? items : []) {
    const tool = pricedToolOf(item);
    if (tool !== undefined) counts[tool] = (counts[tool] ?? 0) + 1;
  }
  const searches = billableSearches(toolUsage);
  if (searches === undefined) return counts;
  const { web_search: _, ...others } = counts;
  return searches > 0 ? { ...others, web_search: searches } : others;
}

/** Not all searches are billed, and items do not tell which. Source: OpenAI API reference, "The response object", `tool_usage`. */
function billableSearches(toolUsage: unknown): number | undefined {
  const searches = isRecord(toolUsage) ? toolUsage.web_search : undefined;
  return isRecord(searches) ? readCount(searches.num_requests) : undefined;
}

/** A failed call is no call; of what a web search does, opening a page and looking for words in it cost nothing. */
function pricedToolOf(item: unknown): ToolName | undefined {
  if (!isRecord(item) || item.status === 'failed') return undefined;
  if (isRecord(item.action) && item.action.type !== 'search') return undefined;
  return typeof item.type === 'string' ? pricedItems.get(item.type) : undefined;
}
