import { fitEndUser } from '../../../canon/fit-id.ts';
import type { Losses } from '../../../canon/losses.ts';
import type { CanonRequest } from '../../../canon/request.ts';
import { compact, type JsonRecord } from '../../../json/read.ts';
import type { ModelTraits, Refusable } from '../model-traits.ts';

type Read = (request: CanonRequest, traits: ModelTraits) => unknown;

const options: readonly (readonly [Refusable, member: string, Read])[] = [
  ['temperature', 'temperature', ({ sampling }) => sampling.temperature],
  ['topP', 'top_p', ({ sampling }) => sampling.topP],
  ['presencePenalty', 'presence_penalty', ({ sampling }) => sampling.presencePenalty],
  ['frequencyPenalty', 'frequency_penalty', ({ sampling }) => sampling.frequencyPenalty],
  ['seed', 'seed', ({ sampling }) => sampling.seed],
  ['stop', 'stop', ({ stop }, { maxStops }) => (stop.length > 0 ? stop.slice(0, maxStops) : undefined)],
  ['verbosity', 'verbosity', ({ verbosity }) => verbosity],
  ['endUser', 'user', ({ endUser }) => endUser && fitEndUser(endUser)],
  ['promptCacheKey', 'prompt_cache_key', ({ promptCacheKey }) => promptCacheKey],
];

/** The options that are one member each, but for those that the upstream refuses. */
export function encodeOptions(request: CanonRequest, traits: ModelTraits, losses: Losses): JsonRecord {
  const { sampling, serviceTier, promptCacheOptions } = request;
  if (sampling.topK !== undefined) losses.drop('topK');
  const members: JsonRecord = {};
  if (traits.takesServiceTier) members.service_tier = serviceTier;
  else if (serviceTier !== undefined) losses.drop('serviceTier');
  members.prompt_cache_options = writeCacheOptions(promptCacheOptions, traits, losses);
  for (const [option, member, read] of options) {
    const value = read(request, traits);
    if (value === undefined) continue;
    if (traits.refuses.includes(option)) {
      losses.drop(option);
      continue;
    }
    if (option === 'stop' && request.stop.length > traits.maxStops) losses.approximate(option);
    if (option === 'endUser' && value !== request.endUser) losses.approximate(option);
    members[option === 'seed' ? traits.seed : member] = value;
  }
  return members;
}

/** Longer than half an hour, making ready and comparing are the responses API's alone. Source: OpenAI API reference, of both. */
function writeCacheOptions(
  said: CanonRequest['promptCacheOptions'],
  { takesBreakpoints }: ModelTraits,
  losses: Losses,
): JsonRecord | undefined {
  if (said === undefined) return undefined;
  const taken = compact({ mode: said.mode, ttl: said.ttl === '12h' ? undefined : said.ttl });
  const isTaken = takesBreakpoints && Object.keys(taken).length > 0;
  if (!isTaken) losses.drop('promptCacheOptions');
  else if (Object.keys(taken).length < Object.keys(said).length) losses.approximate('promptCacheOptions');
  return isTaken ? taken : undefined;
}
