/** Reads what a request says of tools, in today's form and in the one before it (`functions`). */
import type { CanonRequest, Tool, ToolChoice } from '../../../canon/request.ts';
import {
  invalid,
  isRecord,
  type JsonRecord,
  optionalArray,
  optionalFlag,
  optionalRecord,
  optionalText,
  readRecord,
  readText,
} from '../../../json/read.ts';

type ToolMembers = Pick<CanonRequest, 'tools' | 'toolChoice' | 'parallelToolCalls' | 'legacyCalls'>;

export function decodeTools(body: JsonRecord): ToolMembers {
  const tools = (optionalArray(body.tools, 'tools') ?? []).map((tool, at) =>
    decodeTool(tool, `tools[${at}]`),
  );
  const functions = (optionalArray(body.functions, 'functions') ?? []).map((definition, at) =>
    decodeFunction(definition, `functions[${at}]`),
  );
  const legacyCalls = functions.length > 0 && tools.length === 0;
  const parallelToolCalls = optionalFlag(body.parallel_tool_calls, 'parallel_tool_calls');
  return {
    tools: [...tools, ...functions],
    toolChoice: decodeChoice(body.tool_choice) ?? decodeFunctionChoice(body.function_call),
    // There is place for one.
    parallelToolCalls: legacyCalls ? false : parallelToolCalls,
    ...(legacyCalls && { legacyCalls }),
  };
}

function decodeTool(value: unknown, path: string): Tool {
  const tool = readRecord(value, path);
  requireFunction(tool.type, `${path}.type`);
  return decodeFunction(tool.function, `${path}.function`);
}

function decodeFunction(value: unknown, path: string): Tool {
  const definition = readRecord(value, path);
  const description = optionalText(definition.description, `${path}.description`);
  const schema = optionalRecord(definition.parameters, `${path}.parameters`);
  const strict = optionalFlag(definition.strict, `${path}.strict`);
  return {
    name: readText(definition.name, `${path}.name`),
    ...(description !== undefined && { description }),
    ...(schema && { schema }),
    ...(strict !== undefined && { strict }),
  };
}

const choices: Record<string, ToolChoice> = {
  auto: { kind: 'auto' },
  none: { kind: 'none' },
  required: { kind: 'any' },
};

function decodeChoice(value: unknown): ToolChoice | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isRecord(value)) return readChoiceWord(value, 'tool_choice');
  requireFunction(value.type, 'tool_choice.type');
  const { name } = readRecord(value.function, 'tool_choice.function');
  return { kind: 'tool', name: readText(name, 'tool_choice.function.name') };
}

function decodeFunctionChoice(value: unknown): ToolChoice | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isRecord(value)) return readChoiceWord(value, 'function_call');
  return { kind: 'tool', name: readText(value.name, 'function_call.name') };
}

function readChoiceWord(value: unknown, path: string): ToolChoice {
  const word = readText(value, path);
  const choice = Object.hasOwn(choices, word) ? choices[word] : undefined;
  if (!choice) throw invalid(path, `must be an object or one of ${Object.keys(choices).join(', ')}`);
  return choice;
}

/** Custom tools, allowed tools and whatever comes next have no form in other protocols. */
export function requireFunction(type: unknown, path: string): void {
  if (readText(type, path) !== 'function')
    throw invalid(path, 'is only served by an upstream of the same protocol, unless it is "function"');
}
