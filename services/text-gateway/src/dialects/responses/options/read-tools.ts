import { findByOwnName, joinName } from '../../../canon/namespaces.ts';
import type { Tool, ToolChoice, ToolNamespace } from '../../../canon/request.ts';
import {
  isRecord,
  type JsonRecord,
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
  return (optionalArray(value, 'tools') ?? []).flatMap((tool, index) => {
    const path = `tools[${index}]`;
    return isRecord(tool) && tool.type === 'namespace' ? readNamespace(tool, path) : [readTool(tool, path)];
  });
}

function readNamespace({ name, description, tools }: JsonRecord, path: string): Tool[] {
  const namespace: ToolNamespace = {
    name: readText(name, `${path}.name`),
    description: optionalText(description, `${path}.description`),
  };
  return (optionalArray(tools, `${path}.tools`) ?? []).map((value, index) => {
    const tool = readTool(value, `${path}.tools[${index}]`);
    return { ...tool, name: joinName(namespace.name, tool.name), namespace };
  });
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

export function readToolChoice(value: unknown, tools: readonly Tool[]): ToolChoice | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isRecord(value)) return { kind: words[readWord(value, 'tool_choice', ['auto', 'none', 'required'])] };
  const type = readText(value.type, 'tool_choice.type');
  if (type !== 'function') throw unserved('tool_choice.type', `The choice ${type}`);
  return { kind: 'tool', name: findByOwnName(readText(value.name, 'tool_choice.name'), tools) };
}
