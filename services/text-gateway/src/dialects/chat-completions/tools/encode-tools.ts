import { flattenChoices } from '../../../canon/flatten-choices.ts';
import type { Losses } from '../../../canon/losses.ts';
import type { CanonRequest, Tool, ToolChoice } from '../../../canon/request.ts';
import { asFunction } from '../../../canon/tools/freeform/as-function.ts';
import { compact, type JsonRecord } from '../../../json/read.ts';
import type { ModelTraits } from '../model-traits.ts';
import { fillSchema } from './fill-schema.ts';
import { holdStrict } from './hold-strict.ts';
import { isForced } from './is-forced.ts';

/** The members of a request that speak of tools. Without tools there are none: upstreams refuse the others alone. */
export function encodeTools(request: CanonRequest, traits: ModelTraits, losses: Losses): JsonRecord {
  const { tools, toolChoice, parallelToolCalls } = request;
  const isChoiceTaken = tools.length > 0 && (traits.forcedCalls !== 'never' || !isForced(request));
  const isParallelTaken = tools.length > 0 && !traits.refuses.includes('parallelToolCalls');
  if (toolChoice && !isChoiceTaken) losses.drop('toolChoice');
  if (parallelToolCalls !== undefined && !isParallelTaken) losses.drop('parallelToolCalls');
  if (tools.length === 0) return {};
  return {
    tools: tools.map((tool) => encodeTool(tool, traits, losses)),
    tool_choice: toolChoice && isChoiceTaken ? encodeChoice(toolChoice) : undefined,
    parallel_tool_calls: isParallelTaken ? parallelToolCalls : undefined,
  };
}

function encodeTool(asked: Tool, { refuses }: ModelTraits, losses: Losses): JsonRecord {
  const tool = flattenChoices(asFunction(asked, losses), losses);
  const { name, description, schema, cache } = tool;
  if (cache) losses.drop('cache');
  const isStrictTaken = !refuses.includes('strict');
  if (tool.strict !== undefined && !isStrictTaken) losses.drop('strict');
  const strict = isStrictTaken ? holdStrict(tool, losses).strict : undefined;
  const parameters = schema && fillSchema(schema);
  return { type: 'function', function: compact({ name, description, parameters, strict }) };
}

function encodeChoice(choice: ToolChoice): unknown {
  if (choice.kind === 'tool') return { type: 'function', function: { name: choice.name } };
  return choice.kind === 'any' ? 'required' : choice.kind;
}
