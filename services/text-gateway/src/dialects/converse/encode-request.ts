import type { Losses } from '../../canon/losses.ts';
import { boundMarks } from '../../canon/marks/bound-marks.ts';
import { markPrompt } from '../../canon/marks/mark-prompt.ts';
import type { CanonRequest } from '../../canon/request.ts';
import { compact, type JsonRecord } from '../../json/read.ts';
import type { Target } from '../codec.ts';
import { fitStrictTools } from '../messages/request/fit-strict-tools.ts';
import { softenChoice } from '../messages/request/soften-choice.ts';
import { encodeAssistantBlock, encodeUserBlock, isBlank, writeCache } from './encode-blocks.ts';
import { traitsOf } from './model-traits.ts';
import { createDocumentNames } from './request/document-names.ts';
import { seesPages } from './request/sees-pages.ts';
import { writeFormat } from './request/write-format.ts';
import { writeSampling } from './request/write-sampling.ts';
import { writeThinking } from './request/write-thinking.ts';
import { writeTools } from './request/write-tools.ts';
import { toWrittenTurns } from './request/written-turns.ts';

/** The model stands in the path, and so does whether the answer is streamed. */
export function encodeRequest(asked: CanonRequest, target: Target, losses: Losses): JsonRecord {
  const traits = traitsOf(target.model, asked.model);
  const marked = boundMarks(traits.cache ? markPrompt(asked, losses) : asked, losses);
  const request = traits.claude ? softenChoice(marked, traits.claude, losses) : marked;
  const turns = toWrittenTurns(request.turns, losses);
  const maxTokens = request.maxOutputTokens ?? target.maxOutputTokens;
  const { textFormat, enforced, instruction } = writeFormat(request.format, traits, losses);
  const tools = traits.claude ? fitStrictTools(request.tools, enforced, losses) : request.tools;
  const thinking = writeThinking({ ...request, turns }, maxTokens, traits, losses);
  const sampling = writeSampling(request.sampling, thinking.isOn, traits, losses);
  const context = {
    ...{ losses, cache: traits.cache, names: createDocumentNames() },
    seesPages: seesPages(turns, textFormat !== undefined, traits, losses),
  };
  dropOptions(request, losses);
  return compact({
    system: writeSystem(request, instruction, context),
    messages: turns.map((turn) => ({
      role: turn.from,
      content:
        turn.from === 'user'
          ? turn.blocks.flatMap((block) => encodeUserBlock(block, context))
          : turn.blocks.flatMap((block) => encodeAssistantBlock(block, context)),
    })),
    inferenceConfig: compact({
      maxTokens,
      ...sampling.config,
      stopSequences: writeStop(request, losses),
    }),
    toolConfig: writeTools({ ...request, tools }, turns, traits, losses),
    outputConfig: unlessEmpty({ textFormat, effort: thinking.effort }),
    additionalModelRequestFields: unlessEmpty({ ...thinking.fields, ...sampling.fields }),
    requestMetadata: writeEndUser(request, losses),
  });
}

function writeSystem(
  { instructions }: CanonRequest,
  instruction: string | undefined,
  context: Parameters<typeof writeCache>[1],
): JsonRecord[] | undefined {
  const blocks = instructions
    .filter(({ text }) => !isBlank(text))
    .flatMap(({ text, cache }) => [{ text }, ...writeCache(cache, context)]);
  const all = instruction === undefined ? blocks : [...blocks, { text: instruction }];
  return all.length > 0 ? all : undefined;
}

/** Anthropic's models refuse stop strings of nothing but white space, and all refuse empty ones. */
function writeStop({ stop }: CanonRequest, losses: Losses): string[] | undefined {
  const kept = stop.filter((text) => !isBlank(text));
  if (kept.length < stop.length) losses.drop('stop');
  return kept.length > 0 ? kept : undefined;
}

/** What the vendor takes as a value of its metadata, which it writes into the owner's logs. */
const metadataValue = /^[a-zA-Z0-9\s:_@$#=/+,.-]{1,256}$/;

function writeEndUser({ endUser }: CanonRequest, losses: Losses): JsonRecord | undefined {
  if (endUser === undefined) return undefined;
  if (metadataValue.test(endUser)) return { user: endUser };
  losses.drop('endUser');
  return undefined;
}

function dropOptions(request: CanonRequest, losses: Losses): void {
  const { seed, presencePenalty, frequencyPenalty } = request.sampling;
  const { verbosity, promptCacheKey, promptCacheOptions, serviceTier, modalities, extras } = request;
  const parallelToolCalls = request.parallelToolCalls === false ? false : undefined;
  const sampling = { seed, presencePenalty, frequencyPenalty };
  const ofOpenAi = { promptCacheKey, promptCacheOptions, serviceTier };
  const unknown = { ...sampling, ...ofOpenAi, verbosity, modalities, parallelToolCalls };
  for (const name of Object.keys(compact({ ...unknown, ...extras }))) losses.drop(name);
}

function unlessEmpty(record: JsonRecord): JsonRecord | undefined {
  const kept = compact(record);
  return Object.keys(kept).length > 0 ? kept : undefined;
}
