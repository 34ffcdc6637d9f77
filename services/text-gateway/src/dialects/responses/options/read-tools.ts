import {
  type CanonRequest,
  grammarSyntaxes,
  type InputFormat,
  type Tool,
  type ToolNamespace,
} from '../../../canon/request.ts';
import { resolveNullable } from '../../../canon/schema/nullable.ts';
import { allowTools } from '../../../canon/tools/allow-tools.ts';
import { findByOwnName, joinName } from '../../../canon/tools/namespaces.ts';
import {
  isRecord,
  type JsonRecord,
  optionalArray,
  optionalFlag,
  optionalRecord,
  optionalText,
  readArray,
  readRecord,
  readText,
  readWord,
} from '../../../json/read.ts';
import { unserved } from '../decode-blocks.ts';
import { searchName } from '../items/tool-search.ts';

export function readTools(value: unknown, path = 'tools'): Tool[] {
  return (optionalArray(value, path) ?? []).flatMap((tool, index) => {
    const at = `${path}[${index}]`;
    if (isRecord(tool) && tool.type === 'namespace') return readNamespace(tool, at);
    if (isRecord(tool) && tool.type === 'tool_search') return readSearch(tool, at);
    return [readTool(tool, at)];
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

/** A search by the vendor finds tools that the request itself declares, and other models are told of all these. */
function readSearch({ execution, description, parameters }: JsonRecord, path: string): Tool[] {
  const by = readWord(execution ?? 'server', `${path}.execution`, ['server', 'client']);
  if (by === 'server') return [];
  const schema = optionalRecord(parameters, `${path}.parameters`);
  return [
    {
      name: searchName,
      isSearch: true,
      description: optionalText(description, `${path}.description`),
      schema: schema && resolveNullable(schema),
    },
  ];
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

/** What the model may call, or has to, and the tools that it may know of: all of them, unless the client limits them. */
type ToolChoices = Pick<CanonRequest, 'tools' | 'toolChoice'>;

export function readToolChoice(value: unknown, tools: Tool[]): ToolChoices {
  if (value === undefined || value === null) return { tools };
  if (!isRecord(value)) {
    const word = readWord(value, 'tool_choice', ['auto', 'none', 'required']);
    return { tools, toolChoice: { kind: words[word] } };
  }
  if (value.type === 'allowed_tools') return readAllowed(value, tools);
  const name = findByOwnName(readNamed(value, 'tool_choice', 'The choice'), tools);
  return { tools, toolChoice: { kind: 'tool', name } };
}

function readAllowed({ mode, tools: listed }: JsonRecord, tools: readonly Tool[]): ToolChoices {
  const kind = words[readWord(mode, 'tool_choice.mode', ['auto', 'required'])];
  const path = 'tool_choice.tools';
  const names = readArray(listed, path).map((one, at) => readNamed(one, `${path}[${at}]`, 'The tool'));
  return { tools: allowTools(tools, names, path), toolChoice: { kind } };
}

function readNamed(value: unknown, path: string, what: string): string {
  const named = readRecord(value, path);
  const type = readText(named.type, `${path}.type`);
  if (type !== 'function' && type !== 'custom') throw unserved(`${path}.type`, `${what} ${type}`);
  return readText(named.name, `${path}.name`);
}
