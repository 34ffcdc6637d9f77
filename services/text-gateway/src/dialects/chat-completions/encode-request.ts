import { effortOf } from '../../canon/effort.ts';
import type { Losses } from '../../canon/losses.ts';
import {
  type CanonRequest,
  type Effort,
  efforts,
  type OutputFormat,
  type Sampling,
} from '../../canon/request.ts';
import { compact, type JsonRecord } from '../../json/read.ts';
import type { Target } from '../codec.ts';
import { type ModelTraits, traitsOf } from './model-traits.ts';
import { encodeTools } from './tools/encode-tools.ts';
import { encodeMessages } from './turns/encode-turns.ts';

export function encodeRequest(request: CanonRequest, target: Target, losses: Losses): JsonRecord {
  const traits = traitsOf(target);
  for (const option of Object.keys(request.extras)) losses.drop(option);
  return compact({
    model: target.model,
    messages: encodeMessages(request, traits, losses),
    ...encodeTools(request, losses),
    response_format: request.format && encodeFormat(request.format),
    [traits.bound]: request.maxOutputTokens,
    ...encodeSampling(request, traits, losses),
    reasoning_effort: encodeEffort(request, traits, losses),
    verbosity: request.verbosity,
    user: request.endUser,
    prompt_cache_key: request.promptCacheKey,
    // Usage is what a stream is billed by, whether or not its client wants to see it.
    ...(request.stream && { stream: true, stream_options: { include_usage: true } }),
  });
}

function encodeFormat(format: OutputFormat): JsonRecord {
  if (format.kind === 'json') return { type: 'json_object' };
  const { name = 'answer', description, schema, strict } = format;
  return { type: 'json_schema', json_schema: compact({ name, description, schema, strict }) };
}

const samplingMembers: readonly (readonly [keyof Sampling, string])[] = [
  ['temperature', 'temperature'],
  ['topP', 'top_p'],
  ['presencePenalty', 'presence_penalty'],
  ['frequencyPenalty', 'frequency_penalty'],
];

function encodeSampling({ sampling, stop }: CanonRequest, traits: ModelTraits, losses: Losses): JsonRecord {
  if (sampling.topK !== undefined) losses.drop('topK');
  const { seed } = sampling;
  if (traits.hasSampling) {
    const members = samplingMembers.map(([option, member]) => [member, sampling[option]]);
    return { ...Object.fromEntries(members), seed, stop: stop.length > 0 ? stop : undefined };
  }
  for (const [option] of samplingMembers) if (sampling[option] !== undefined) losses.drop(option);
  if (stop.length > 0) losses.drop('stop');
  return { seed };
}

function encodeEffort({ reasoning }: CanonRequest, traits: ModelTraits, losses: Losses): string | undefined {
  if (!reasoning) return undefined;
  const { effort, budgetTokens, isShown } = reasoning;
  // Upstreams show what they show: that it is hidden cannot be asked for.
  if (isShown === false) losses.drop('isShown');
  const wanted = effort ?? (budgetTokens === undefined ? undefined : effortOf(budgetTokens));
  if (wanted === undefined) return undefined;
  const word = nearest(wanted, traits.efforts);
  if (word === undefined) losses.drop('effort');
  else if (word !== wanted) losses.approximate('effort');
  if (word !== undefined && budgetTokens !== undefined) losses.approximate('budgetTokens');
  return word;
}

/** The strongest known word that is not above the one wanted, or the weakest of all. */
function nearest(wanted: Effort, known: readonly Effort[]): Effort | undefined {
  return known.findLast((word) => efforts.indexOf(word) <= efforts.indexOf(wanted)) ?? known[0];
}
