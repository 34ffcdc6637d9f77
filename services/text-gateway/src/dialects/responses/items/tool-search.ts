/**
 * Tool search: a model looks for tools that it was not told of, and the client finds them. Others know functions alone, so
 * the search is one: its call goes to the client as `tool_search_call`, and the `tool_search_output` that comes back is the
 * result of that call. What it found are tools of the request from then on. Source: OpenAI's guide "Tool search".
 */
import type { Tool } from '../../../canon/request.ts';
import type { JsonRecord } from '../../../json/read.ts';

/** What the function is called: the client's own tool has no name. */
export const searchName = 'tool_search';

export function isSearch(name: string, tools: readonly Tool[]): boolean {
  return tools.some((tool) => tool.isSearch && tool.name === name);
}

/** Whether a call or its output is the vendor's own search, of which its client has nothing to answer: it has no `call_id`. */
export function isHosted({ execution, call_id: callId }: JsonRecord): boolean {
  return execution === 'server' || callId === undefined || callId === null;
}

/** What the model is told of a search: the tools themselves stand among the others. */
export function tellFound(found: readonly Tool[]): string {
  if (found.length === 0) return 'No tool was found.';
  return `These tools can be called now: ${found.map(({ name }) => name).join(', ')}`;
}
