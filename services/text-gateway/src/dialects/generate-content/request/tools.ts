/** `tools` and `toolConfig`. */

import type { Losses } from '../../../canon/losses.ts';
import type { CanonRequest, Tool, ToolChoice } from '../../../canon/request.ts';
import { asFunction } from '../../../canon/tools/freeform/as-function.ts';
import {
  compact,
  type JsonRecord,
  optionalArray,
  optionalText,
  ownProtocolOnly,
  readRecord,
  readText,
  readWord,
} from '../../../json/read.ts';
import type { ModelTraits } from '../model-traits.ts';
import { fromSubset } from '../schema/from-subset.ts';
import { leaveReferencesAlone } from '../schema/lone-references.ts';
import { makeSubsetRoom, type SubsetRoom, toSubset } from '../schema/to-subset.ts';
import { optionalMembers, readList, readMembers } from '../wire/members.ts';

export function decodeTools(value: unknown, extras: JsonRecord): Tool[] {
  return readList(value, 'tools').flatMap((tool, at) => {
    const { functionDeclarations, ...builtIn } = readMembers(tool, `tools[${at}]`);
    const name = Object.keys(builtIn).find((member) => builtIn[member] !== null);
    if (name) throw ownProtocolOnly(`tools[${at}].${name}`);
    const path = `tools[${at}].functionDeclarations`;
    return readList(functionDeclarations, path).map((one, index) =>
      decodeTool(one, `${path}[${index}]`, extras),
    );
  });
}

function decodeTool(value: unknown, path: string, extras: JsonRecord): Tool {
  const { name, description, parameters, parametersJsonSchema, ...others } = readMembers(value, path);
  for (const [other, option] of Object.entries(others)) extras[`functionDeclarations.${other}`] = option;
  const hasSubset = parameters !== undefined && parameters !== null;
  const hasSchema = parametersJsonSchema !== undefined && parametersJsonSchema !== null;
  const text = optionalText(description, `${path}.description`);
  return {
    name: readText(name, `${path}.name`),
    ...(text !== undefined && { description: text }),
    ...(hasSubset && { schema: fromSubset(parameters, `${path}.parameters`) }),
    ...(hasSchema && { schema: readRecord(parametersJsonSchema, `${path}.parametersJsonSchema`) }),
  };
}

const modes = ['MODE_UNSPECIFIED', 'AUTO', 'ANY', 'NONE', 'VALIDATED'] as const;
const kinds = { AUTO: 'auto', VALIDATED: 'auto', ANY: 'any', NONE: 'none' } as const;

/** What the model may call: `allowed` names the tools that it may know of, where the client limits them. */
export function decodeToolConfig(
  value: unknown,
  extras: JsonRecord,
): { toolChoice?: ToolChoice; allowed?: ReadonlySet<string> } {
  const { functionCallingConfig, ...others } = optionalMembers(value, 'toolConfig') ?? {};
  for (const [other, option] of Object.entries(others)) extras[`toolConfig.${other}`] = option;
  const path = 'toolConfig.functionCallingConfig';
  const config = optionalMembers(functionCallingConfig, path);
  if (!config) return {};
  const mode = readWord(config.mode ?? 'MODE_UNSPECIFIED', `${path}.mode`, modes);
  const names = (optionalArray(config.allowedFunctionNames, `${path}.allowedFunctionNames`) ?? []).map(
    (name, at) => readText(name, `${path}.allowedFunctionNames[${at}]`),
  );
  const [only, ...more] = names;
  if (mode === 'ANY' && only !== undefined && more.length === 0)
    return { toolChoice: { kind: 'tool', name: only } };
  return {
    ...(mode !== 'MODE_UNSPECIFIED' && { toolChoice: { kind: kinds[mode] } }),
    ...(names.length > 0 && { allowed: new Set(names) }),
  };
}

export function encodeTools(
  { tools, toolChoice }: Pick<CanonRequest, 'tools' | 'toolChoice'>,
  traits: ModelTraits,
  losses: Losses,
): JsonRecord {
  if (tools.length === 0) {
    if (toolChoice) losses.drop('toolChoice');
    return {};
  }
  const room = makeSubsetRoom();
  return compact({
    tools: [{ functionDeclarations: tools.map((tool) => encodeTool(tool, traits, room, losses)) }],
    toolConfig: toolChoice && { functionCallingConfig: encodeChoice(toolChoice) },
  });
}

function encodeTool(
  tool: Tool,
  { takesJsonSchema }: ModelTraits,
  room: SubsetRoom,
  losses: Losses,
): JsonRecord {
  const { name, description, schema, strict, cache } = asFunction(tool, losses);
  if (strict !== undefined) losses.drop('strict');
  if (cache) losses.drop('cache');
  if (schema && !takesJsonSchema) {
    losses.approximate('schema');
    const parameters = toSubset(schema, room);
    // The vendor refuses an object of no properties.
    return compact({ name, description, parameters: parameters.properties ? parameters : undefined });
  }
  return compact({ name, description, parametersJsonSchema: schema && leaveReferencesAlone(schema) });
}

function encodeChoice(choice: ToolChoice): JsonRecord {
  switch (choice.kind) {
    case 'tool':
      return { mode: 'ANY', allowedFunctionNames: [choice.name] };
    case 'any':
    case 'auto':
    case 'none':
      return { mode: choice.kind.toUpperCase() };
    default:
      return choice satisfies never;
  }
}
