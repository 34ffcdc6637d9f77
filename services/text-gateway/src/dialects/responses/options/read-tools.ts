import { findByOwnName, joinName } from '../../../canon/namespaces.ts';
import { resolveNullable } from '../../../canon/nullable.ts';
import {
  grammarSyntaxes,
  type InputFormat,
  type Tool,
  type ToolChoice,
  type ToolNamespace,
} from '../../../canon/request.ts';
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

export function readTools(value: unknown, path = 'tools'): Tool[] {
  return (optionalArray(value, path) ?? []).flatMap((tool, index) => {
    const at = `${path}[${index}]`;
    return isRecord(tool) && tool.type === 'namespace' ? readNamespace(tool, at) : [readTool(tool, at)];
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
  if (type === 'custom') return readFreeform(tool, path);
  if (type !== 'function') throw refuseBuiltIn(type, `${path}.type`);
  const schema = optionalRecord(tool.parameters, `${path}.parameters`);
  return {
    name: readText(tool.name, `${path}.name`),
    description: optionalText(tool.description, `${path}.description`),
    schema: schema && resolveNullable(schema),
    strict: optionalFlag(tool.strict, `${path}.strict`),
  };
}

function readFreeform({ name, description, format }: JsonRecord, path: string): Tool {
  return {
    name: readText(name, `${path}.name`),
    description: optionalText(description, `${path}.description`),
    freeform: readInputFormat(format, `${path}.format`),
  };
}

function readInputFormat(value: unknown, path: string): InputFormat {
  const format = optionalRecord(value, path);
  if (!format || readWord(format.type, `${path}.type`, ['text', 'grammar']) === 'text')
    return { kind: 'text' };
  return {
    kind: 'grammar',
    syntax: readWord(format.syntax, `${path}.syntax`, grammarSyntaxes),
    definition: readText(format.definition, `${path}.definition`),
  };
}

/** Codex asks for a search of the web unless it is told not to. */
function refuseBuiltIn(type: string, path: string): Error {
  const how = type.startsWith('web_search')
    ? ', in Codex by `web_search = "disabled"` in its config.toml'
    : '';
  return unserved(path, `The tool ${type}`, `leave it out${how}`);
}

const words = { auto: 'auto', none: 'none', required: 'any' } as const;

export function readToolChoice(value: unknown, tools: readonly Tool[]): ToolChoice | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isRecord(value)) return { kind: words[readWord(value, 'tool_choice', ['auto', 'none', 'required'])] };
  const type = readText(value.type, 'tool_choice.type');
  if (type !== 'function' && type !== 'custom') throw unserved('tool_choice.type', `The choice ${type}`);
  return { kind: 'tool', name: findByOwnName(readText(value.name, 'tool_choice.name'), tools) };
}
