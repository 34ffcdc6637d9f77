import { append } from '../../canon/append.ts';
import { markLastTurn } from '../../canon/marks/mark-last.ts';
import type { CanonRequest, OutputFormat, Tool, ToolChoice, Turn } from '../../canon/request.ts';
import { systemWithin } from '../../canon/system-within.ts';
import { joinTurns } from '../../canon/turns.ts';
import {
  invalid,
  type JsonRecord,
  optionalArray,
  optionalFlag,
  optionalNumber,
  optionalRecord,
  optionalText,
  optionalWhole,
  ownProtocolOnly,
  readArray,
  readRecord,
  readText,
  readWord,
} from '../../json/read.ts';
import {
  decodeAssistantBlocks,
  decodeTextBlocks,
  decodeUserBlocks,
  type Extras,
  keepExtras,
  readCache,
  refuse,
} from './decode-blocks.ts';
import { defaultMaxTokens } from './request/default-max-tokens.ts';
import { readSystem } from './request/read-system.ts';
import { readThinking } from './request/read-thinking.ts';

const knownMembers = new Set([
  ...['model', 'messages', 'system', 'max_tokens', 'stream', 'temperature', 'top_p', 'top_k'],
  ...['stop_sequences', 'tools', 'tool_choice', 'thinking', 'effort', 'output_config', 'metadata'],
  ...['output_format', 'cache_control'],
]);
/** Work on the vendor's own servers, and a summary in its own form in place of an answer. */
const servedByVendor = ['mcp_servers', 'container', 'compaction'];
const toolMembers = new Set(['type', 'name', 'description', 'input_schema', 'strict', 'cache_control']);

export function decodeRequest(value: unknown): CanonRequest {
  const body = readRecord(value, '');
  for (const name of servedByVendor)
    if (body[name] !== undefined && body[name] !== null) refuse(body[name], name);
  if (body.max_tokens === 0) refuse(body.max_tokens, 'max_tokens');
  const extras: Extras = new Map();
  keepExtras(body, knownMembers, extras);
  const outputConfig = optionalRecord(body.output_config, 'output_config') ?? {};
  keepExtras(outputConfig, new Set(['effort', 'format']), extras);
  const thinking = optionalRecord(body.thinking, 'thinking');
  if (thinking?.type === 'between_tools') extras.set('thinking', thinking);
  const metadata = optionalRecord(body.metadata, 'metadata') ?? {};
  keepExtras(metadata, new Set(['user_id']), extras);
  const { instructions, turns } = readMessages(body, extras);
  const { cache } = readCache(body);
  const stream = optionalFlag(body.stream, 'stream') ?? false;
  return {
    model: readText(body.model, 'model'),
    instructions,
    turns: cache ? markLastTurn(turns, cache) : turns,
    tools: (optionalArray(body.tools, 'tools') ?? []).map((tool, index) =>
      readTool(tool, `tools[${index}]`, extras),
    ),
    ...readToolChoice(body),
    // Where it stood at first, and clients of that time put it.
    format:
      readFormat(outputConfig.format, 'output_config.format') ??
      readFormat(body.output_format, 'output_format'),
    maxOutputTokens: optionalWhole(body.max_tokens, 'max_tokens') ?? defaultMaxTokens,
    stop: (optionalArray(body.stop_sequences, 'stop_sequences') ?? []).map((stop, index) =>
      readText(stop, `stop_sequences[${index}]`),
    ),
    sampling: {
      temperature: optionalNumber(body.temperature, 'temperature'),
      topP: optionalNumber(body.top_p, 'top_p'),
      topK: optionalWhole(body.top_k, 'top_k'),
    },
    reasoning: readThinking(body, outputConfig),
    endUser: optionalText(metadata.user_id, 'metadata.user_id'),
    stream,
    // The protocol has it in every stream.
    includeUsage: stream,
    extras: Object.fromEntries(extras),
  };
}

function readMessages(body: JsonRecord, extras: Extras): Pick<CanonRequest, 'instructions' | 'turns'> {
  const instructions = readSystem(body.system, extras);
  const turns: Turn[] = [];
  const messages = readArray(body.messages, 'messages');
  if (messages.length === 0) throw invalid('messages', 'must not be empty');
  for (const [index, value] of messages.entries()) {
    const at = `messages[${index}]`;
    const { role, content } = readRecord(value, at);
    switch (readWord(role, `${at}.role`, ['user', 'assistant', 'system'])) {
      case 'user':
        turns.push({ from: 'user', blocks: decodeUserBlocks(content, `${at}.content`, extras) });
        break;
      case 'assistant':
        turns.push({
          from: 'assistant',
          blocks: decodeAssistantBlocks(content, `${at}.content`, extras),
        });
        break;
      case 'system': {
        const texts = decodeTextBlocks(content, `${at}.content`, extras);
        if (turns.length === 0) append(instructions, texts);
        else turns.push({ from: 'user', blocks: systemWithin(texts) });
      }
    }
  }
  return { instructions, turns: joinTurns(turns) };
}

function readTool(value: unknown, path: string, extras: Extras): Tool {
  const tool = readRecord(value, path);
  const type = optionalText(tool.type, `${path}.type`) ?? 'custom';
  if (type !== 'custom') throw refuseBuiltIn(type, `${path}.type`);
  keepExtras(tool, toolMembers, extras);
  return {
    name: readText(tool.name, `${path}.name`),
    description: optionalText(tool.description, `${path}.description`),
    schema: readRecord(tool.input_schema, `${path}.input_schema`),
    strict: optionalFlag(tool.strict, `${path}.strict`),
    ...readCache(tool),
  };
}

/** Claude Code asks for a search of the web in a request of its own, and tells its model why there is none. */
function refuseBuiltIn(type: string, path: string): Error {
  const how = type.startsWith('web_search')
    ? ', in Claude Code by `"permissions": {"deny": ["WebSearch"]}` in its settings.json'
    : '';
  return ownProtocolOnly(path, `The tool ${type}`, `leave it out${how}`);
}

function readToolChoice(body: JsonRecord): Pick<CanonRequest, 'toolChoice' | 'parallelToolCalls'> {
  const choice = optionalRecord(body.tool_choice, 'tool_choice');
  if (!choice) return {};
  const kind = readWord(choice.type, 'tool_choice.type', ['auto', 'any', 'tool', 'none']);
  const toolChoice: ToolChoice =
    kind === 'tool' ? { kind, name: readText(choice.name, 'tool_choice.name') } : { kind };
  const isSingle = optionalFlag(choice.disable_parallel_tool_use, 'tool_choice.disable_parallel_tool_use');
  return { toolChoice, ...(isSingle && { parallelToolCalls: false }) };
}

function readFormat(value: unknown, path: string): OutputFormat | undefined {
  const format = optionalRecord(value, path);
  if (!format) return undefined;
  readWord(format.type, `${path}.type`, ['json_schema']);
  return { kind: 'schema', schema: readRecord(format.schema, `${path}.schema`), isEnforced: true };
}
