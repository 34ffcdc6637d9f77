import type { Tool, Toolbox, ToolChoice } from '../answer/question.ts';
import {
  type Checked,
  invalid,
  missing,
  refused,
  type VendorError,
  wrongType,
  wrongValue,
} from '../chat-completions/vendor-error.ts';
import { asRecord, type JsonRecord } from '../json-record.ts';

const choiceWords = ['none', 'auto', 'required'] as const;
const members = ['type', 'name', 'description', 'parameters'];

/** The tools of a session or of one response. `path` is where they stand: `session` or `response`. */
export function readTools({ tools: given, tool_choice }: JsonRecord, path: string): Checked<Toolbox> {
  if (!Array.isArray(given)) return refused(wrongType(`${path}.tools`, 'an array of objects', given));
  const tools: Tool[] = [];
  for (const [index, item] of given.entries()) {
    const at = `${path}.tools[${index}]`;
    const tool = asRecord(item);
    if (!tool) return refused(wrongType(at, 'an object', item));
    const refusal = refusalOf(tool, at);
    if (refusal) return refused(refusal);
    const { name, parameters = { type: 'object', properties: {} } } = tool;
    tools.push({ name: String(name), parameters });
  }
  const choice = readChoice(tool_choice, { tools, path: `${path}.tool_choice` });
  if (choice.type === 'refused') return choice;
  const sizeBytes = tools.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(given));
  return { type: 'ok', value: { tools, choice: choice.value, sizeBytes } };
}

function refusalOf(tool: JsonRecord, at: string): VendorError | null {
  if (tool.type === undefined) return missing(`${at}.type`);
  if (tool.type !== 'function') return wrongValue(`${at}.type`, tool.type, ['function']);
  if (tool.name === undefined) return missing(`${at}.name`);
  if (typeof tool.name !== 'string') return wrongType(`${at}.name`, 'a string', tool.name);
  const unknown = Object.keys(tool).find((name) => !members.includes(name));
  if (unknown === undefined) return null;
  return invalid(`Unknown parameter: '${at}.${unknown}'.`, `${at}.${unknown}`, 'unknown_parameter');
}

function readChoice(value: unknown, { tools, path }: { tools: Tool[]; path: string }): Checked<ToolChoice> {
  const word = choiceWords.find((candidate) => candidate === value);
  if (word) return { type: 'ok', value: { type: word } };
  const choice = asRecord(value);
  if (choice?.type !== 'function') return refused(wrongValue(path, choice?.type ?? value, choiceWords));
  const { name } = choice;
  if (typeof name !== 'string') return refused(missing(`${path}.name`));
  if (tools.some((tool) => tool.name === name)) return { type: 'ok', value: { type: 'named', name } };
  return refused(invalid(`Tool choice '${name}' not found in 'tools' parameter.`, path));
}
