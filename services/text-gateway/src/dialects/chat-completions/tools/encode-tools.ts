import type { Losses } from '../../../canon/losses.ts';
import type { CanonRequest, Tool, ToolChoice } from '../../../canon/request.ts';
import { compact, type JsonRecord } from '../../../json/read.ts';

/** The members of a request that speak of tools. Without tools there are none: upstreams refuse the others alone. */
export function encodeTools(
  { tools, toolChoice, parallelToolCalls }: CanonRequest,
  losses: Losses,
): JsonRecord {
  if (tools.length === 0) {
    if (toolChoice) losses.drop('toolChoice');
    if (parallelToolCalls !== undefined) losses.drop('parallelToolCalls');
    return {};
  }
  return {
    tools: tools.map((tool) => encodeTool(tool, losses)),
    tool_choice: toolChoice && encodeChoice(toolChoice),
    parallel_tool_calls: parallelToolCalls,
  };
}

function encodeTool({ name, description, schema, strict, cache }: Tool, losses: Losses): JsonRecord {
  if (cache) losses.drop('cache');
  return { type: 'function', function: compact({ name, description, parameters: schema, strict }) };
}

function encodeChoice(choice: ToolChoice): unknown {
  if (choice.kind === 'tool') return { type: 'function', function: { name: choice.name } };
  return choice.kind === 'any' ? 'required' : choice.kind;
}
