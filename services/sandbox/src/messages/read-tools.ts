import type { Tool, Toolbox, ToolChoice } from '../answer/question.ts';
import { asRecord, type JsonRecord } from '../json-record.ts';
import { type Checked, invalid, missing, refused, wrongType, wrongValue } from './vendor-error.ts';

const toolName = /^[a-zA-Z0-9_-]{1,128}$/;
const choiceTypes = ['auto', 'any', 'tool', 'none'];

export function readTools(body: JsonRecord): Checked<Toolbox> {
  const given = body.tools ?? [];
  if (!Array.isArray(given)) return refused(wrongType('tools', 'list'));
  const tools: Tool[] = [];
  for (const [index, item] of given.entries()) {
    const tool = readTool(item, `tools.${index}`);
    if (tool.type === 'refused') return tool;
    tools.push(tool.value);
  }
  if (new Set(tools.map(({ name }) => name)).size < tools.length) {
    return refused(invalid('tools: Tool names must be unique.'));
  }
  const choice = readChoice(asRecord(body.tool_choice), tools);
  if (choice.type === 'refused') return choice;
  const sizeBytes = tools.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(given));
  return { type: 'ok', value: { tools, choice: choice.value, sizeBytes } };
}

function readTool(item: unknown, path: string): Checked<Tool> {
  const tool = asRecord(item);
  if (!tool) return refused(wrongType(path, 'dictionary'));
  const { type = 'custom', name, input_schema: schema } = tool;
  if (type !== 'custom') {
    return refused(invalid(`${path}: Input tag '${String(type)}' found using 'type' is not played here`));
  }
  if (typeof name !== 'string') return refused(missing(`${path}.custom.name`));
  if (!toolName.test(name)) {
    return refused(invalid(`${path}.custom.name: String should match pattern '${toolName.source}'`));
  }
  const record = asRecord(schema);
  if (!record) return refused(missing(`${path}.custom.input_schema`));
  if (record.type === undefined) return refused(missing(`${path}.custom.input_schema.type`));
  if (record.type !== 'object') return refused(wrongValue(`${path}.custom.input_schema.type`, ['object']));
  return { type: 'ok', value: { name, parameters: schema } };
}

function readChoice(choice: JsonRecord | null, tools: Tool[]): Checked<ToolChoice> {
  if (!choice) return { type: 'ok', value: { type: 'auto' } };
  const { type, name } = choice;
  if (typeof type !== 'string' || !choiceTypes.includes(type)) {
    return refused(wrongValue('tool_choice.type', choiceTypes));
  }
  if (tools.length === 0 && type !== 'none') {
    return refused(invalid('tool_choice: Tool choice may only be specified while providing tools'));
  }
  if (type === 'any') return { type: 'ok', value: { type: 'required' } };
  if (type !== 'tool') return { type: 'ok', value: { type: type === 'none' ? 'none' : 'auto' } };
  if (typeof name !== 'string') return refused(missing('tool_choice.tool.name'));
  if (tools.some((tool) => tool.name === name)) return { type: 'ok', value: { type: 'named', name } };
  return refused(invalid(`tool_choice: Tool '${name}' not found in provided tools`));
}
