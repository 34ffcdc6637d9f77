import type { Tool, Toolbox, ToolChoice } from '../answer/question.ts';
import { asRecord, type JsonRecord } from '../json-record.ts';
import { type Checked, invalid, missing, refused, wrongType, wrongValue } from './vendor-error.ts';

const choiceWords = ['none', 'auto', 'required'] as const;

export function readTools(body: JsonRecord): Checked<Toolbox> {
  const given = body.tools ?? [];
  if (!Array.isArray(given)) return refused(wrongType('tools', 'an array of objects', given));
  const tools: Tool[] = [];
  for (const [index, item] of given.entries()) {
    const tool = asRecord(item);
    const target = asRecord(tool?.function);
    if (tool?.type !== 'function')
      return refused(wrongValue(`tools[${index}].type`, tool?.type, ['function']));
    if (typeof target?.name !== 'string') return refused(missing(`tools[${index}].function.name`));
    tools.push({ name: target.name, parameters: target.parameters ?? { type: 'object', properties: {} } });
  }
  const choice = readChoice(body.tool_choice ?? null, tools);
  if (choice.type === 'refused') return choice;
  const sizeBytes = tools.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(given));
  return { type: 'ok', value: { tools, choice: choice.value, sizeBytes } };
}

function readChoice(value: unknown, tools: Tool[]): Checked<ToolChoice> {
  if (value === null) return { type: 'ok', value: { type: 'auto' } };
  if (tools.length === 0 && value !== 'none') {
    return refused(invalid("'tool_choice' is only allowed when 'tools' are specified.", 'tool_choice'));
  }
  const word = choiceWords.find((candidate) => candidate === value);
  if (word) return { type: 'ok', value: { type: word } };
  const record = asRecord(value);
  if (record?.type === 'allowed_tools') return readAllowed(asRecord(record.allowed_tools), tools);
  const name = asRecord(record?.function)?.name;
  if (typeof name !== 'string') return refused(wrongValue('tool_choice', value, choiceWords));
  return named(name, tools);
}

/** Of a list of allowed tools the first one is taken when a call is demanded. */
function readAllowed(allowed: JsonRecord | null, tools: Tool[]): Checked<ToolChoice> {
  if (allowed?.mode !== 'required') return { type: 'ok', value: { type: 'auto' } };
  const first: unknown = Array.isArray(allowed.tools) ? allowed.tools[0] : undefined;
  const name = asRecord(asRecord(first)?.function)?.name;
  if (typeof name !== 'string') return refused(missing('tool_choice.allowed_tools.tools'));
  return named(name, tools);
}

function named(name: string, tools: Tool[]): Checked<ToolChoice> {
  if (tools.some((tool) => tool.name === name)) return { type: 'ok', value: { type: 'named', name } };
  const message = `Tool choice '${name}' not found in 'tools' parameter.`;
  return refused(invalid(message, 'tool_choice'));
}
