import type { Tool, ToolChoice } from '../../../canon/request.ts';
import {
  isRecord,
  optionalArray,
  optionalFlag,
  optionalRecord,
  optionalText,
  readRecord,
  readText,
  readWord,
} from '../../../json/read.ts';
import { unserved } from '../decode-blocks.ts';

export function readTools(value: unknown): Tool[] {
  return (optionalArray(value, 'tools') ?? []).map((tool, index) => readTool(tool, `tools[${index}]`));
}

/** Tools that the upstream runs by itself exist at that upstream alone. */
function readTool(value: unknown, path: string): Tool {
  const tool = readRecord(value, path);
  const type = readText(tool.type, `${path}.type`);
  if (type !== 'function') throw unserved(`${path}.type`, `The tool ${type}`);
  return {
    name: readText(tool.name, `${path}.name`),
    description: optionalText(tool.description, `${path}.description`),
    schema: optionalRecord(tool.parameters, `${path}.parameters`),
    strict: optionalFlag(tool.strict, `${path}.strict`),
  };
}

const words = { auto: 'auto', none: 'none', required: 'any' } as const;

export function readToolChoice(value: unknown): ToolChoice | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isRecord(value)) return { kind: words[readWord(value, 'tool_choice', ['auto', 'none', 'required'])] };
  const type = readText(value.type, 'tool_choice.type');
  if (type !== 'function') throw unserved('tool_choice.type', `The choice ${type}`);
  return { kind: 'tool', name: readText(value.name, 'tool_choice.name') };
}
