/** Reads what a request says of tools, in today's form and in the one before it (`functions`). */

import {
  type CanonRequest,
  grammarSyntaxes,
  type InputFormat,
  type Tool,
  type ToolChoice,
} from '../../../canon/request.ts';
import { resolveNullable } from '../../../canon/schema/nullable.ts';
import { allowTools } from '../../../canon/tools/allow-tools.ts';
import {
  invalid,
  isRecord,
  type JsonRecord,
  optionalArray,
  optionalFlag,
  optionalRecord,
  optionalText,
  readArray,
  readRecord,
  readText,
  readWord,
} from '../../../json/read.ts';
import { readCache } from '../decode-blocks.ts';

type ToolMembers = Pick<CanonRequest, 'tools' | 'toolChoice' | 'parallelToolCalls' | 'legacyCalls'>;

export function decodeTools(body: JsonRecord): ToolMembers {
  const tools = (optionalArray(body.tools, 'tools') ?? []).map((tool, at) =>
    decodeTool(tool, `tools[${at}]`),
  );
  const functions = (optionalArray(body.functions, 'functions') ?? []).map((definition, at) =>
    decodeFunction(definition, `functions[${at}]`),
  );
  const declared = [...tools, ...functions];
  const { toolChoice, allowed } = decodeChoice(body.tool_choice);
  const legacyCalls = functions.length > 0 && tools.length === 0;
  const parallelToolCalls = optionalFlag(body.parallel_tool_calls, 'parallel_tool_calls');
  return {
    tools: allowed ? allowTools(declared, allowed, `${allowedPath}.tools`) : declared,
    toolChoice: toolChoice ?? decodeFunctionChoice(body.function_call),
    // There is place for one.
    parallelToolCalls: legacyCalls ? false : parallelToolCalls,
    ...(legacyCalls && { legacyCalls }),
  };
}

function decodeTool(value: unknown, path: string): Tool {
  const tool = readRecord(value, path);
  const declared =
    readKind(tool.type, `${path}.type`) === 'custom'
      ? decodeFreeform(tool.custom, `${path}.custom`)
      : decodeFunction(tool.function, `${path}.function`);
  return { ...declared, ...readCache(tool) };
}

function decodeFreeform(value: unknown, path: string): Tool {
  const { name, description, format } = readRecord(value, path);
  const text = optionalText(description, `${path}.description`);
  return {
    name: readText(name, `${path}.name`),
    ...(text !== undefined && { description: text }),
    freeform: decodeInputFormat(format, `${path}.format`),
  };
}

function decodeInputFormat(value: unknown, path: string): InputFormat {
  const format = optionalRecord(value, path);
  if (!format || readWord(format.type, `${path}.type`, ['text', 'grammar']) === 'text')
    return { kind: 'text' };
  const { syntax, definition } = readRecord(format.grammar, `${path}.grammar`);
  return {
    kind: 'grammar',
    syntax: readWord(syntax, `${path}.grammar.syntax`, grammarSyntaxes),
    definition: readText(definition, `${path}.grammar.definition`),
  };
}

function decodeFunction(value: unknown, path: string): Tool {
  const definition = readRecord(value, path);
  const description = optionalText(definition.description, `${path}.description`);
  const schema = optionalRecord(definition.parameters, `${path}.parameters`);
  const strict = optionalFlag(definition.strict, `${path}.strict`);
  return {
    name: readText(definition.name, `${path}.name`),
    ...(description !== undefined && { description }),
    ...(schema && { schema: resolveNullable(schema) }),
    ...(strict !== undefined && { strict }),
  };
}

const choices: Record<string, ToolChoice> = {
  auto: { kind: 'auto' },
  none: { kind: 'none' },
  required: { kind: 'any' },
};

/** What the model may call, or has to: `allowed` names the tools that it may know of, where the client limits them. */
interface Choice {
  toolChoice?: ToolChoice;
  allowed?: string[];
}

function decodeChoice(value: unknown): Choice {
  if (value === undefined || value === null) return {};
  if (!isRecord(value)) return { toolChoice: readChoiceWord(value, 'tool_choice') };
  if (value.type === 'allowed_tools') return decodeAllowed(value.allowed_tools);
  return { toolChoice: { kind: 'tool', name: decodeNamed(value, 'tool_choice') } };
}

const allowedPath = 'tool_choice.allowed_tools';

function decodeAllowed(value: unknown): Choice {
  const { mode, tools } = readRecord(value, allowedPath);
  const isRequired = readWord(mode, `${allowedPath}.mode`, ['auto', 'required']) === 'required';
  return {
    toolChoice: { kind: isRequired ? 'any' : 'auto' },
    allowed: readArray(tools, `${allowedPath}.tools`).map((tool, at) =>
      decodeNamed(tool, `${allowedPath}.tools[${at}]`),
    ),
  };
}

function decodeNamed(value: unknown, path: string): string {
  const named = readRecord(value, path);
  const kind = readKind(named.type, `${path}.type`);
  const { name } = readRecord(named[kind], `${path}.${kind}`);
  return readText(name, `${path}.${kind}.name`);
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

/** Whatever comes next has no form in other protocols. */
export function readKind(type: unknown, path: string): 'function' | 'custom' {
  const kind = readText(type, path);
  if (kind === 'function' || kind === 'custom') return kind;
  throw invalid(
    path,
    'is only served by an upstream of the same protocol, unless it is "function" or "custom"',
  );
}
