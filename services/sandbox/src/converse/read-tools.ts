import type { Tool, Toolbox, ToolChoice } from '../answer/question.ts';
import { asRecord, type JsonRecord } from '../json-record.ts';
import { checkName } from './read-blocks.ts';
import type { Turn } from './read-messages.ts';
import { type Checked, invalid, missing, refused, violated } from './vendor-error.ts';

/** Reads `toolConfig`, which must be there when the conversation has called tools. */
export function readTools(config: JsonRecord | null, turns: Turn[]): Checked<Toolbox> {
  if (!config) {
    const hasCalls = turns.some(({ blocks }) => blocks.some(({ type }) => /^tool/.test(type)));
    const message = 'The toolConfig field must be defined when using toolUse and toolResult content blocks.';
    if (hasCalls) return refused(invalid(message));
    return { type: 'ok', value: { tools: [], choice: { type: 'auto' }, sizeBytes: 0 } };
  }
  const given = Array.isArray(config.tools) ? config.tools : [];
  const tools: Tool[] = [];
  for (const [index, item] of given.entries()) {
    if (asRecord(asRecord(item)?.cachePoint)) continue;
    const tool = readTool(asRecord(asRecord(item)?.toolSpec), `toolConfig.tools.${index}`);
    if (tool.type === 'refused') return tool;
    tools.push(tool.value);
  }
  if (tools.length === 0)
    return refused(violated('toolConfig.tools', 'Member must have length greater than or equal to 1'));
  if (new Set(tools.map(({ name }) => name)).size < tools.length)
    return refused(invalid('The toolConfig contains duplicate tool names.'));
  const choice = readChoice(config.toolChoice, tools);
  if (choice.type === 'refused') return choice;
  const sizeBytes = Buffer.byteLength(JSON.stringify(given));
  return { type: 'ok', value: { tools, choice: choice.value, sizeBytes } };
}

function readTool(spec: JsonRecord | null, path: string): Checked<Tool> {
  if (!spec) return refused(missing(`${path}.toolSpec`));
  const { name, description, inputSchema } = spec;
  if (typeof name !== 'string') return refused(missing(`${path}.toolSpec.name`));
  const error = checkName(name, `${path}.toolSpec.name`);
  if (error) return refused(error);
  if (description === '')
    return refused(
      violated(`${path}.toolSpec.description`, 'Member must have length greater than or equal to 1'),
    );
  const parameters = asRecord(asRecord(inputSchema)?.json);
  if (!parameters) return refused(missing(`${path}.toolSpec.inputSchema.json`));
  if (parameters.type !== 'object')
    return refused(
      invalid(`The value at ${path}.toolSpec.inputSchema.json.type must be one of the following: object.`),
    );
  return { type: 'ok', value: { name, parameters } };
}

function readChoice(value: unknown, tools: Tool[]): Checked<ToolChoice> {
  if (value === undefined) return { type: 'ok', value: { type: 'auto' } };
  const [[type, chosen] = ['', undefined], ...others] = Object.entries(asRecord(value) ?? {});
  if (others.length > 0) return refused(violated('toolConfig.toolChoice', 'Exactly one member must be set'));
  if (type === 'auto') return { type: 'ok', value: { type: 'auto' } };
  if (type === 'any') return { type: 'ok', value: { type: 'required' } };
  const name = asRecord(chosen)?.name;
  if (type !== 'tool' || typeof name !== 'string') return refused(missing('toolConfig.toolChoice.tool.name'));
  if (tools.some((tool) => tool.name === name)) return { type: 'ok', value: { type: 'named', name } };
  return refused(invalid(`The tool ${name} at toolConfig.toolChoice is not defined in toolConfig.tools.`));
}
