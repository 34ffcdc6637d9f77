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

/** How a tool is called in this dialect. */
export interface OwnTool {
  name: string;
  namespace: string | null;
  /** It takes a text, and no JSON. */
  isCustom: boolean;
}

/** By the names that the question knows: those of a namespace have it before them, as `namespace.name`. */
export type OwnTools = ReadonlyMap<string, OwnTool>;

const choiceWords = ['none', 'auto', 'required'] as const;
const toolTypes = ['function', 'custom', 'namespace'];

/** What stands for the text of a custom tool in the question, whose calls are JSON. */
const inputSchema = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
};

/** @param added what items of the input add to the tools of the request, with their places */
export function readTools(
  body: JsonRecord,
  added: readonly { tools: unknown; path: string }[],
): Checked<{ toolbox: Toolbox; ownTools: OwnTools }> {
  const tools: Tool[] = [];
  const ownTools = new Map<string, OwnTool>();
  const lists = [{ tools: body.tools ?? [], path: 'tools' }, ...added];
  for (const { tools: given, path } of lists) {
    if (!Array.isArray(given)) return refused(wrongType(path, 'an array of objects', given));
    const read = readList(given, path, null, { tools, ownTools });
    if (read) return read;
  }
  const choice = readChoice(body.tool_choice ?? null, tools);
  if (choice.type === 'refused') return choice;
  const definitions = lists.flatMap(({ tools: given }) => given);
  const sizeBytes = tools.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(definitions));
  return { type: 'ok', value: { toolbox: { tools, choice: choice.value, sizeBytes }, ownTools } };
}

/** Adds the tools of a list; a namespace holds one, and no other namespaces. */
function readList(
  given: readonly unknown[],
  path: string,
  namespace: string | null,
  read: { tools: Tool[]; ownTools: Map<string, OwnTool> },
): ReturnType<typeof refused> | null {
  const types = namespace === null ? toolTypes : ['function', 'custom'];
  for (const [index, item] of given.entries()) {
    const at = `${path}[${index}]`;
    const tool = asRecord(item);
    const type = types.find((known) => known === tool?.type);
    if (!tool || !type) return refused(wrongValue(`${at}.type`, tool?.type, types));
    if (typeof tool.name !== 'string') return refused(missing(`${at}.name`));
    if (type === 'namespace') {
      const inner = Array.isArray(tool.tools) ? tool.tools : null;
      if (!inner) return refused(wrongType(`${at}.tools`, 'an array of objects', tool.tools));
      const refusal = readList(inner, `${at}.tools`, tool.name, read);
      if (refusal) return refusal;
      continue;
    }
    const name = namespace === null ? tool.name : `${namespace}.${tool.name}`;
    const isCustom = type === 'custom';
    const parameters = isCustom ? inputSchema : (tool.parameters ?? { type: 'object', properties: {} });
    read.tools.push({ name, parameters });
    read.ownTools.set(name, { name: tool.name, namespace, isCustom });
  }
  return null;
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
  if (record?.type !== 'function' && record?.type !== 'custom')
    return refused(wrongValue('tool_choice', value, choiceWords));
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
