import type { Tool, Toolbox, ToolChoice } from '../answer/question.ts';
import {
  type Checked,
  invalid,
  missing,
  refused,
  wrongType,
  wrongValue,
} from '../chat-completions/vendor-error.ts';
import { asRecord, type JsonRecord } from '../json-record.ts';

const choiceWords = ['none', 'auto', 'required'] as const;

export function readTools(body: JsonRecord): Checked<Toolbox> {
  const given = body.tools ?? [];
  if (!Array.isArray(given)) return refused(wrongType('tools', 'an array of objects', given));
  const tools: Tool[] = [];
  for (const [index, item] of given.entries()) {
    const tool = asRecord(item);
    if (tool?.type !== 'function')
      return refused(wrongValue(`tools[${index}].type`, tool?.type, ['function']));
    if (typeof tool.name !== 'string') return refused(missing(`tools[${index}].name`));
    tools.push({ name: tool.name, parameters: tool.parameters ?? { type: 'object', properties: {} } });
  }
  const choice = readChoice(body.tool_choice ?? null, tools);
  if (choice.type === 'refused') return choice;
  const sizeBytes = tools.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(given));
  return { type: 'ok', value: { tools, choice: choice.value, sizeBytes } };
}

function readChoice(value: unknown, tools: Tool[]): Checked<ToolChoice> {
  if (value === null) return { type: 'ok', value: { type: 'auto' } };
  const word = choiceWords.find((candidate) => candidate === value);
  if (word === 'required' && tools.length === 0) {
    return refused(
      invalid("Tool choice 'required' must be specified with 'tools' parameter.", 'tool_choice'),
    );
  }
  if (word) return { type: 'ok', value: { type: word } };
  const record = asRecord(value);
  if (record?.type === 'allowed_tools') return readAllowed(record, tools);
  if (record?.type !== 'function') return refused(wrongValue('tool_choice', value, choiceWords));
  if (typeof record.name !== 'string') return refused(missing('tool_choice.name'));
  return named(record.name, tools);
}

/** Of a list of allowed tools the first one is taken when a call is demanded. */
function readAllowed(allowed: JsonRecord, tools: Tool[]): Checked<ToolChoice> {
  if (allowed.mode !== 'required') return { type: 'ok', value: { type: 'auto' } };
  const first: unknown = Array.isArray(allowed.tools) ? allowed.tools[0] : undefined;
  const name = asRecord(first)?.name;
  if (typeof name !== 'string') return refused(missing('tool_choice.tools'));
  return named(name, tools);
}

function named(name: string, tools: Tool[]): Checked<ToolChoice> {
  if (tools.some((tool) => tool.name === name)) return { type: 'ok', value: { type: 'named', name } };
  return refused(invalid(`Tool choice '${name}' not found in 'tools' parameter.`, 'tool_choice'));
}
