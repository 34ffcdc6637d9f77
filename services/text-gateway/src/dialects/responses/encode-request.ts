import { fitEndUser } from '../../canon/fit-id.ts';
import { flattenChoices } from '../../canon/flatten-choices.ts';
import type { Losses } from '../../canon/losses.ts';
import { jsonRequest, mentionsJson } from '../../canon/mentions-json.ts';
import type { CanonRequest, Sampling, Tool } from '../../canon/request.ts';
import { compact, type JsonRecord } from '../../json/read.ts';
import { askToEnforce } from '../ask-to-enforce.ts';
import { createMarkWriter } from '../cache-breakpoint.ts';
import { fillSchema } from '../chat-completions/tools/fill-schema.ts';
import { holdStrict } from '../chat-completions/tools/hold-strict.ts';
import type { Target } from '../codec.ts';
import { tellOtherForms } from '../tell-other-forms.ts';
import { encodeInputPart } from './encode-blocks.ts';
import { writeInput } from './items/write-input.ts';
import { isOpenAi, type ModelTraits, traitsOf } from './model-traits.ts';
import { writeReasoning, writeText, writeTool, writeToolChoice } from './options/write-options.ts';

/** The vendor refuses less. */
const leastOutputTokens = 16;

export function encodeRequest(asked: CanonRequest, { model }: Target, losses: Losses): JsonRecord {
  const traits = traitsOf(model);
  const request = tellOtherForms(asked, losses);
  const { reasoning } = request;
  dropUnknown(request, losses);
  if (request.promptCacheOptions && !traits.takesBreakpoints) losses.drop('promptCacheOptions');
  return compact({
    model,
    ...writeConversation(request, traits, losses),
    ...writeTools(request, losses),
    text: writeText({ ...request, format: fitFormat(request, model, losses) }),
    reasoning: reasoning && writeReasoning(reasoning, traits, losses),
    // What the model thought must come back on the next turn, and nothing is kept at the upstream.
    include: (traits.reasons ?? reasoning !== undefined) ? ['reasoning.encrypted_content'] : undefined,
    store: false,
    max_output_tokens: writeBound(request, losses),
    ...writeSampling(request.sampling, traits, losses),
    user: writeEndUser(request, losses),
    prompt_cache_key: request.promptCacheKey,
    prompt_cache_options: traits.takesBreakpoints ? request.promptCacheOptions : undefined,
    service_tier: writeServiceTier(request, model, losses),
    stream: request.stream || undefined,
  });
}

/**
 * The first system text is the instructions, the others are the first messages, and all of them where the first one is marked, since
 * instructions take no mark. The vendor refuses to write an object of any shape unless one of the messages speaks of JSON: the
 * instructions are none.
 */
function writeConversation(request: CanonRequest, traits: ModelTraits, losses: Losses): JsonRecord {
  const { takesBreakpoints = false, hasPhases = false } = traits;
  const { instructions, turns, format } = request;
  const writeMark = createMarkWriter(takesBreakpoints, losses);
  const isMarked = Object.keys(writeMark(instructions[0]?.cache)).length > 0;
  const [first, others] = isMarked ? [undefined, instructions] : [instructions[0], instructions.slice(1)];
  const isUntold = format?.kind === 'json' && !mentionsJson(others, turns);
  const told = isUntold ? [...others, { kind: 'text' as const, text: jsonRequest }] : others;
  const messages = told.map((text) => ({
    type: 'message',
    role: 'developer',
    content: [encodeInputPart(text, writeMark)],
  }));
  const said = writeInput(request, { writeMark, hasPhases, losses });
  return { instructions: first?.text, input: [...messages, ...said] };
}

function writeTools({ tools, toolChoice, parallelToolCalls }: CanonRequest, losses: Losses): JsonRecord {
  if (tools.some(({ cache }) => cache)) losses.drop('cache');
  if (tools.length === 0) {
    // Both are refused without tools.
    if (toolChoice) losses.drop('toolChoice');
    if (parallelToolCalls !== undefined) losses.drop('parallelToolCalls');
    return {};
  }
  return {
    tools: tools.map((tool) => writeTool(fill(holdStrict(flattenChoices(tool, losses), losses)))),
    tool_choice: toolChoice && writeToolChoice(toolChoice, tools),
    parallel_tool_calls: parallelToolCalls,
  };
}

function fill(tool: Tool): Tool {
  return tool.schema ? { ...tool, schema: fillSchema(tool.schema) } : tool;
}

function fitFormat({ format }: CanonRequest, model: string, losses: Losses): CanonRequest['format'] {
  return format?.kind === 'schema' && isOpenAi(model) ? askToEnforce(format, losses) : format;
}

function writeBound({ maxOutputTokens: wanted }: CanonRequest, losses: Losses): number | undefined {
  if (wanted === undefined || wanted >= leastOutputTokens) return wanted;
  losses.approximate('maxOutputTokens');
  return leastOutputTokens;
}

function writeSampling(
  { temperature, topP }: Sampling,
  { samples }: ModelTraits,
  losses: Losses,
): JsonRecord {
  if (samples) return { temperature, top_p: topP };
  if (temperature !== undefined) losses.drop('temperature');
  if (topP !== undefined) losses.drop('topP');
  return {};
}

function writeServiceTier({ serviceTier }: CanonRequest, model: string, losses: Losses): string | undefined {
  if (serviceTier === undefined || isOpenAi(model)) return serviceTier;
  losses.drop('serviceTier');
  return undefined;
}

function writeEndUser({ endUser }: CanonRequest, losses: Losses): string | undefined {
  const user = endUser && fitEndUser(endUser);
  if (user !== endUser) losses.approximate('endUser');
  return user;
}

const unknownSampling = ['topK', 'seed', 'presencePenalty', 'frequencyPenalty'] as const;

function dropUnknown({ stop, modalities, sampling, extras }: CanonRequest, losses: Losses): void {
  if (stop.length > 0) losses.drop('stop');
  if (modalities) losses.drop('modalities');
  for (const name of unknownSampling) if (sampling[name] !== undefined) losses.drop(name);
  for (const name of Object.keys(extras)) losses.drop(name);
}
