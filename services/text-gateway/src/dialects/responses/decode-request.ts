import type { TextBlock } from '../../canon/blocks.ts';
import type { CanonRequest, Turn } from '../../canon/request.ts';
import { joinTurns } from '../../canon/turns.ts';
import {
  invalid,
  type JsonRecord,
  optionalFlag,
  optionalNumber,
  optionalRecord,
  optionalText,
  optionalWhole,
  readRecord,
  readText,
} from '../../json/read.ts';
import { unserved } from './decode-blocks.ts';
import { readInput } from './options/read-input.ts';
import { readFormat, readReasoning } from './options/read-output.ts';
import { readToolChoice, readTools } from './options/read-tools.ts';

export function decodeRequest(value: unknown): CanonRequest {
  const body = readRecord(value, '');
  refuseState(body);
  const instructions: TextBlock[] = [];
  const said: Turn[] = [];
  const system = optionalText(body.instructions, 'instructions');
  if (system) instructions.push({ kind: 'text', text: system });
  const known = new Map(readTools(body.tools).map((tool) => [tool.name, tool]));
  readInput(body.input, { instructions, said, tools: known });
  const text = optionalRecord(body.text, 'text') ?? {};
  return {
    model: readText(body.model, 'model'),
    instructions,
    turns: joinTurns(said),
    ...readToolChoice(body.tool_choice, [...known.values()]),
    parallelToolCalls: optionalFlag(body.parallel_tool_calls, 'parallel_tool_calls'),
    format: readFormat(text.format),
    verbosity: optionalText(text.verbosity, 'text.verbosity'),
    maxOutputTokens: optionalWhole(body.max_output_tokens, 'max_output_tokens'),
    stop: [],
    sampling: {
      temperature: optionalNumber(body.temperature, 'temperature'),
      topP: optionalNumber(body.top_p, 'top_p'),
    },
    reasoning: readReasoning(body.reasoning),
    endUser: optionalText(body.safety_identifier, 'safety_identifier') ?? optionalText(body.user, 'user'),
    promptCacheKey: optionalText(body.prompt_cache_key, 'prompt_cache_key'),
    promptCacheOptions: optionalRecord(body.prompt_cache_options, 'prompt_cache_options'),
    serviceTier: optionalText(body.service_tier, 'service_tier'),
    stream: optionalFlag(body.stream, 'stream') ?? false,
    // Usage is part of the last event, asked for or not.
    includeUsage: true,
    extras: readExtras(body),
  };
}

/** A conversation that the upstream keeps cannot go on at another one. */
function refuseState(body: JsonRecord): void {
  for (const name of ['previous_response_id', 'conversation', 'prompt'])
    if (body[name] !== undefined && body[name] !== null) throw unserved(name, 'What an upstream keeps');
  if (optionalFlag(body.background, 'background'))
    throw unserved('background', 'An answer in the background');
}

const canonical = new Set([
  ...['model', 'input', 'instructions', 'tools', 'tool_choice', 'parallel_tool_calls', 'text', 'reasoning'],
  ...[
    'max_output_tokens',
    'temperature',
    'top_p',
    'user',
    'safety_identifier',
    'prompt_cache_key',
    'prompt_cache_options',
    'service_tier',
    'stream',
    'background',
  ],
]);

function readExtras(body: JsonRecord): JsonRecord {
  const said = Object.entries(body).filter(([name, value]) => !canonical.has(name) && value !== null);
  return Object.fromEntries(
    said.flatMap(([name, value]) => {
      const rest = Object.hasOwn(implied, name) ? implied[name]?.(value) : value;
      return rest === undefined ? [] : [[name, rest]];
    }),
  );
}

/** Members whose usual value asks for nothing that a conversion does not do anyway; the rest is kept. */
const implied: Record<string, (value: unknown) => unknown> = {
  store: (value) => (value === false ? undefined : value),
  truncation: (value) => (value === 'disabled' ? undefined : value),
  include(value) {
    const rest = Array.isArray(value) ? value.filter((name) => name !== 'reasoning.encrypted_content') : [];
    return rest.length > 0 ? rest : undefined;
  },
  stream_options(value) {
    const options = readRecord(value, 'stream_options');
    if (options.include_usage !== undefined)
      throw invalid('stream_options.include_usage', 'is not an option of this route');
    const wanted = optionalFlag(options.include_obfuscation, 'stream_options.include_obfuscation');
    return wanted === false ? { include_obfuscation: false } : undefined;
  },
};
