/** Reads a request. Source: OpenAI API reference, "Create chat completion". */
import { markLastTurn } from '../../canon/marks/mark-last.ts';
import type { CanonRequest, Modality, OutputFormat, Sampling } from '../../canon/request.ts';
import { resolveNullable } from '../../canon/schema/nullable.ts';
import {
  invalid,
  isRecord,
  type JsonRecord,
  optionalArray,
  optionalFlag,
  optionalNumber,
  optionalRecord,
  optionalText,
  optionalWhole,
  ownProtocolOnly,
  readRecord,
  readText,
  readWord,
} from '../../json/read.ts';
import { readCache } from './decode-blocks.ts';
import { decodeReasoning, reasoningObjects } from './options/decode-reasoning.ts';
import { decodeTools } from './tools/decode-tools.ts';
import { decodeMessages } from './turns/decode-turns.ts';

/** The members that have a canonical form, or that say nothing beyond it. */
const known = new Set([
  ...['model', 'messages', 'tools', 'tool_choice', 'functions', 'function_call', 'parallel_tool_calls'],
  ...[
    'response_format',
    'max_tokens',
    'max_completion_tokens',
    'stop',
    'temperature',
    'top_p',
    'top_k',
    'seed',
  ],
  ...['presence_penalty', 'frequency_penalty', 'reasoning_effort', 'verbosity', 'user', 'safety_identifier'],
  ...[
    'prompt_cache_key',
    'prompt_cache_options',
    'cache_control',
    'service_tier',
    'stream',
    'stream_options',
    'n',
  ],
]);

export function decodeRequest(value: unknown): CanonRequest {
  const body = readRecord(value, '');
  refuseOthers(body);
  const stream = optionalFlag(body.stream, 'stream') ?? false;
  const streamOptions = readStreamOptions(body, stream);
  const { instructions, turns } = decodeMessages(body.messages);
  const { cache } = readCache(body);
  return {
    model: readText(body.model, 'model'),
    instructions,
    turns: cache ? markLastTurn(turns, cache) : turns,
    ...decodeTools(body),
    format: decodeFormat(body),
    maxOutputTokens:
      optionalWhole(body.max_completion_tokens, 'max_completion_tokens') ??
      optionalWhole(body.max_tokens, 'max_tokens'),
    stop: decodeStop(body.stop),
    modalities: decodeModalities(body),
    sampling: decodeSampling(body),
    reasoning: decodeReasoning(body),
    verbosity: optionalText(body.verbosity, 'verbosity'),
    endUser: optionalText(body.safety_identifier, 'safety_identifier') ?? optionalText(body.user, 'user'),
    promptCacheKey: optionalText(body.prompt_cache_key, 'prompt_cache_key'),
    promptCacheOptions: optionalRecord(body.prompt_cache_options, 'prompt_cache_options'),
    serviceTier: optionalText(body.service_tier, 'service_tier'),
    stream,
    includeUsage: optionalFlag(streamOptions.include_usage, 'stream_options.include_usage') ?? false,
    extras: readExtras(body, streamOptions),
  };
}

/** What only an upstream of the same protocol can do. */
function refuseOthers(body: JsonRecord): void {
  const choices = optionalWhole(body.n, 'n') ?? 1;
  if (choices !== 1) throw invalid('n', 'above 1 is only served by an upstream of the same protocol');
  if (isRecord(body.web_search_options)) throw ownProtocolOnly('web_search_options');
}

function readStreamOptions(body: JsonRecord, stream: boolean): JsonRecord {
  const options = optionalRecord(body.stream_options, 'stream_options');
  if (options && !stream) throw invalid('stream_options', 'is only allowed when stream is true');
  return options ?? {};
}

/** Only where pictures are asked for: text is the usual, and sound has no canonical form. */
function decodeModalities({ modalities }: JsonRecord): Modality[] | undefined {
  if (!Array.isArray(modalities) || !modalities.includes('image')) return undefined;
  return modalities.every(isModality) ? modalities : undefined;
}

function isModality(value: unknown): value is Modality {
  return value === 'text' || value === 'image';
}

/** What other dialects have no place for, so that they can say so. */
function readExtras(body: JsonRecord, streamOptions: JsonRecord): JsonRecord {
  const messages: unknown[] = Array.isArray(body.messages) ? body.messages : [];
  const isNamed = messages.some(
    (message) => isRecord(message) && message.role !== 'function' && message.name,
  );
  const obfuscates = optionalFlag(streamOptions.include_obfuscation, 'stream_options.include_obfuscation');
  const others = Object.entries(body).filter(
    ([name, value]) =>
      !known.has(name) &&
      value !== null &&
      !(name === 'modalities' && decodeModalities(body)) &&
      !(reasoningObjects.has(name) && isRecord(value)),
  );
  return {
    ...Object.fromEntries(others),
    ...(isNamed && { 'messages[].name': true }),
    ...(obfuscates && { include_obfuscation: true }),
  };
}

function decodeFormat(body: JsonRecord): OutputFormat | undefined {
  const path = 'response_format';
  const format = optionalRecord(body.response_format, path);
  const type = format && readWord(format.type, `${path}.type`, ['text', 'json_object', 'json_schema']);
  if (!format || type === 'text') return undefined;
  if (type === 'json_object') return { kind: 'json' };
  const schema = readRecord(format.json_schema, `${path}.json_schema`);
  return {
    kind: 'schema',
    schema: resolveNullable(optionalRecord(schema.schema, `${path}.json_schema.schema`) ?? {}),
    name: readText(schema.name, `${path}.json_schema.name`),
    description: optionalText(schema.description, `${path}.json_schema.description`),
    strict: optionalFlag(schema.strict, `${path}.json_schema.strict`),
  };
}

function decodeStop(stop: unknown): string[] {
  if (typeof stop === 'string') return [stop];
  return (optionalArray(stop, 'stop') ?? []).map((text, at) => readText(text, `stop[${at}]`));
}

function decodeSampling(body: JsonRecord): Sampling {
  const read = (name: string): number | undefined => optionalNumber(body[name], name);
  return {
    temperature: read('temperature'),
    topP: read('top_p'),
    topK: read('top_k'),
    seed: read('seed'),
    presencePenalty: read('presence_penalty'),
    frequencyPenalty: read('frequency_penalty'),
  };
}
