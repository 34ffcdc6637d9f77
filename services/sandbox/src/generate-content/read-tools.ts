import type { Tool, Toolbox, ToolChoice } from '../answer/question.ts';
import { asRecord, type JsonRecord } from '../json-record.ts';
import { checkSchema } from './check-schema.ts';
import { member } from './member.ts';
import { type Checked, invalid, refused, violation, wrongType } from './vendor-error.ts';

const functionName = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/;
const modes = ['AUTO', 'ANY', 'NONE', 'VALIDATED', 'MODE_UNSPECIFIED'] as const;

export function readTools(body: JsonRecord): Checked<Toolbox> {
  const given = member(body, 'tools') ?? [];
  if (!Array.isArray(given)) return refused(wrongType('tools', 'type.googleapis.com/Tool', given));
  const tools: Tool[] = [];
  for (const [index, item] of given.entries()) {
    const declarations: unknown = member(asRecord(item), 'functionDeclarations') ?? [];
    for (const [position, declaration] of (Array.isArray(declarations) ? declarations : []).entries()) {
      const tool = readTool(asRecord(declaration), `tools[${index}].function_declarations[${position}]`);
      if (tool.type === 'refused') return tool;
      tools.push(tool.value);
    }
  }
  const config = asRecord(member(asRecord(member(body, 'toolConfig')), 'functionCallingConfig'));
  const choice = readChoice(config, tools);
  if (choice.type === 'refused') return choice;
  const sizeBytes = given.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(given));
  return { type: 'ok', value: { tools, choice: choice.value, sizeBytes } };
}

function readTool(tool: JsonRecord | null, path: string): Checked<Tool> {
  const name = tool?.name;
  if (typeof name !== 'string' || !functionName.test(name)) {
    const rule =
      'Invalid function name. Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), ' +
      'underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 128.';
    return refused(violation(`${path}.name`, rule));
  }
  const own = tool?.parameters;
  const error = checkSchema(own, `${path}.parameters`);
  if (error) return refused(error);
  const parameters = own ?? member(tool, 'parametersJsonSchema') ?? { type: 'object', properties: {} };
  return { type: 'ok', value: { name, parameters } };
}

function readChoice(config: JsonRecord | null, tools: Tool[]): Checked<ToolChoice> {
  if (!config) return { type: 'ok', value: { type: 'auto' } };
  const { mode = 'AUTO' } = config;
  const known = modes.find((candidate) => candidate === mode);
  if (!known) return refused(wrongType('tool_config.function_calling_config.mode', 'Mode', mode));
  if (known === 'NONE') return { type: 'ok', value: { type: 'none' } };
  if (known !== 'ANY') return { type: 'ok', value: { type: 'auto' } };
  if (tools.length === 0) {
    return refused(invalid('Function calling config is set without function_declarations.'));
  }
  const allowed: unknown = member(config, 'allowedFunctionNames');
  if (!Array.isArray(allowed) || allowed.length === 0) return { type: 'ok', value: { type: 'required' } };
  const tool = tools.find(({ name }) => allowed.includes(name));
  if (tool) return { type: 'ok', value: { type: 'named', name: tool.name } };
  const path = 'tool_config.function_calling_config.allowed_function_names';
  return refused(violation(path, 'the names are not among the function declarations.'));
}
