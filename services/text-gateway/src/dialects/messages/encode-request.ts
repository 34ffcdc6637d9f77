import type { Losses } from '../../canon/losses.ts';
import { boundMarks } from '../../canon/marks/bound-marks.ts';
import { markPrompt } from '../../canon/marks/mark-prompt.ts';
import type { CanonRequest, Tool } from '../../canon/request.ts';
import { asFunction } from '../../canon/tools/freeform/as-function.ts';
import { compact, type JsonRecord } from '../../json/read.ts';
import type { Target } from '../codec.ts';
import { encodeAssistantBlock, encodeUserBlock, isBlank, writeCache } from './encode-blocks.ts';
import { type ModelTraits, traitsOf } from './model-traits.ts';
import { fitStrictTools } from './request/fit-strict-tools.ts';
import { softenChoice } from './request/soften-choice.ts';
import { writeFormat } from './request/write-format.ts';
import { writeMetadata } from './request/write-metadata.ts';
import { writeSampling } from './request/write-sampling.ts';
import { writeSchema } from './request/write-schema.ts';
import { writeThinking } from './request/write-thinking.ts';
import { toWrittenTurns } from './request/written-turns.ts';

export function encodeRequest(asked: CanonRequest, target: Target, losses: Losses): JsonRecord {
  const traits = traitsOf(target.model);
  const request = softenChoice(boundMarks(markPrompt(asked, losses), losses), traits, losses);
  const turns = toWrittenTurns(request.turns, traits, losses);
  const maxTokens = request.maxOutputTokens ?? target.maxOutputTokens;
  const { format, instruction } = writeFormat(request.format, traits, losses);
  const tools = fitStrictTools(request.tools, format?.schema, losses);
  const toolChoice = tools.length > 0 ? request.toolChoice : undefined;
  const wanted = { reasoning: request.reasoning, toolChoice, turns };
  const { thinking, effort, isOn } = writeThinking(wanted, maxTokens, traits, losses);
  const outputConfig = compact({ effort, format });
  dropOptions(request, losses);
  return compact({
    model: target.model,
    max_tokens: maxTokens,
    system: writeSystem(request, instruction),
    messages: turns.map((turn) => ({
      role: turn.from,
      content:
        turn.from === 'user'
          ? turn.blocks.flatMap((block) => encodeUserBlock(block, losses))
          : turn.blocks.flatMap((block) => encodeAssistantBlock(block, '')),
    })),
    tools: tools.length > 0 ? tools.map((tool) => writeTool(tool, traits, losses)) : undefined,
    tool_choice: writeToolChoice(request, losses),
    thinking,
    output_config: Object.keys(outputConfig).length > 0 ? outputConfig : undefined,
    ...writeSampling(request.sampling, isOn, traits, losses),
    stop_sequences: writeStop(request, losses),
    metadata: writeMetadata(request, losses),
    stream: request.stream ? true : undefined,
  });
}

function writeSystem(
  { instructions }: CanonRequest,
  instruction: string | undefined,
): JsonRecord[] | undefined {
  const texts =
    instruction === undefined ? instructions : [...instructions, { kind: 'text', text: instruction }];
  const blocks = texts
    .filter(({ text }) => !isBlank(text))
    .map((block) => ({ type: 'text', text: block.text, ...('cache' in block && writeCache(block.cache)) }));
  return blocks.length > 0 ? blocks : undefined;
}

function writeTool(asked: Tool, { hasStrictSchemas }: ModelTraits, losses: Losses): JsonRecord {
  const tool = asFunction(asked, losses);
  const { schema, strict } = writeSchema(tool, hasStrictSchemas, losses);
  return compact({
    name: tool.name,
    description: tool.description,
    input_schema: schema,
    strict,
    ...writeCache(tool.cache),
  });
}

/** The vendor refuses a choice among no tools. */
function writeToolChoice(
  { tools, toolChoice, parallelToolCalls }: CanonRequest,
  losses: Losses,
): JsonRecord | undefined {
  const isSingle = parallelToolCalls === false;
  if (tools.length === 0) {
    if (toolChoice) losses.drop('toolChoice');
    if (isSingle) losses.drop('parallelToolCalls');
    return undefined;
  }
  if (!toolChoice && !isSingle) return undefined;
  const { kind, ...named } = toolChoice ?? { kind: 'auto' };
  return {
    type: kind,
    ...named,
    ...(isSingle && kind !== 'none' && { disable_parallel_tool_use: true }),
  };
}

/** The vendor refuses stop strings of nothing but white space. */
function writeStop({ stop }: CanonRequest, losses: Losses): string[] | undefined {
  const kept = stop.filter((text) => !isBlank(text));
  if (kept.length < stop.length) losses.drop('stop');
  return kept.length > 0 ? kept : undefined;
}

function dropOptions(request: CanonRequest, losses: Losses): void {
  const { verbosity, promptCacheKey, promptCacheOptions, serviceTier, modalities, extras } = request;
  const { seed, presencePenalty, frequencyPenalty } = request.sampling;
  const sampling = { seed, presencePenalty, frequencyPenalty };
  const ofOpenAi = { promptCacheKey, promptCacheOptions, serviceTier };
  const unknown = { ...sampling, ...ofOpenAi, verbosity, modalities, ...extras };
  for (const name of Object.keys(compact(unknown))) losses.drop(name);
}
