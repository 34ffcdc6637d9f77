import { withServiceTier } from '../../canon/service-tier.ts';
import {
  cacheWriteOf,
  fromTotals,
  inputOf,
  outputOf,
  readCount,
  readToolCalls,
  type Usage,
  withToolCalls,
} from '../../canon/usage.ts';
import { isRecord, type JsonRecord, recordsIn } from '../../json/read.ts';
import { readTierWord } from './wire/tier-word.ts';

/** Reads a `usage` object, with the calls of which its totals say nothing; undefined when it is none. */
export function decodeUsage(usage: unknown): Usage | undefined {
  if (!isRecord(usage)) return undefined;
  const iterations = recordsIn(usage.iterations);
  // A stream tells at its beginning alone how long what is written is kept, and more may be written after the vendor's own tools ran.
  const within = iterations.filter((iteration) => !isBeside(iteration));
  const totals = decodeTotals(usage, sumOfHours(within));
  const counts = totals && iterations.filter(isBeside).reduce(addIteration, totals);
  const calls = readToolCalls(usage.server_tool_use);
  return withServiceTier(withToolCalls(counts, calls), readTierWord(usage));
}

/**
 * Calls of the model that the vendor bills and leaves out of the totals: those that compact a conversation, and those to an
 * adviser. The latter is another model, whose price nobody knows here: it costs what the asked one costs.
 */
const besideTotals: ReadonlySet<unknown> = new Set(['compaction', 'advisor_message']);

function isBeside({ type }: JsonRecord): boolean {
  return besideTotals.has(type);
}

function sumOfHours(iterations: readonly JsonRecord[]): number {
  return iterations.reduce((sum, iteration) => sum + writtenOf(iteration).hour, 0);
}

/** What was written to the cache, by how long it is kept. */
function writtenOf({ cache_creation: written }: JsonRecord): { hour: number; minutes: number } {
  const counts = isRecord(written) ? written : {};
  return {
    hour: readCount(counts.ephemeral_1h_input_tokens) ?? 0,
    minutes: readCount(counts.ephemeral_5m_input_tokens) ?? 0,
  };
}

function addIteration(usage: Usage, iteration: JsonRecord): Usage {
  const more = decodeTotals(iteration);
  return more ? sumOf(usage, more) : usage;
}

/** Of the classes that totals are taken apart into here. */
function sumOf(one: Usage, other: Usage): Usage {
  const cacheWrite1h = (one.inputCacheWrite1h ?? 0) + (other.inputCacheWrite1h ?? 0);
  return {
    ...one,
    inputFresh: one.inputFresh + other.inputFresh,
    inputCacheRead: one.inputCacheRead + other.inputCacheRead,
    inputCacheWrite: one.inputCacheWrite + other.inputCacheWrite,
    ...(cacheWrite1h > 0 && { inputCacheWrite1h: cacheWrite1h }),
    outputVisible: one.outputVisible + other.outputVisible,
    outputReasoning: one.outputReasoning + other.outputReasoning,
  };
}

/**
 * `input_tokens` counts neither what was read from the cache nor what was written to it; `output_tokens` counts thinking
 * too.
 */
function decodeTotals(usage: JsonRecord, leastHour = 0): Usage | undefined {
  const fresh = readCount(usage.input_tokens);
  const output = readCount(usage.output_tokens);
  if (fresh === undefined && output === undefined) return undefined;
  const cacheRead = readCount(usage.cache_read_input_tokens) ?? 0;
  const { hour, minutes } = writtenOf(usage);
  const cacheWrite = readCount(usage.cache_creation_input_tokens) ?? hour + minutes;
  const details = isRecord(usage.output_tokens_details) ? usage.output_tokens_details : {};
  return fromTotals({
    input: (fresh ?? 0) + cacheRead + cacheWrite,
    cacheRead,
    cacheWrite,
    cacheWrite1h: Math.max(hour, leastHour),
    output,
    reasoning: readCount(details.thinking_tokens),
  });
}

const inputNames = new Set([
  'input_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
  'cache_creation',
]);

/**
 * The counts of a stream so far: they are cumulative, so that later ones replace those before. Null says nothing, and input
 * is never empty: zeros are what upstreams send that do not know it there.
 */
export function addCounts(before: JsonRecord, later: JsonRecord): JsonRecord {
  const isInputKnown = readsInput(later) || !readsInput(before);
  const said = Object.entries(later).filter(([name, count]) => {
    return count !== null && (isInputKnown || !inputNames.has(name));
  });
  return { ...before, ...Object.fromEntries(said) };
}

function readsInput(counts: JsonRecord): boolean {
  const usage = decodeTotals(counts);
  return usage !== undefined && inputOf(usage) > 0;
}

export function encodeUsage(usage: Usage): JsonRecord {
  return {
    input_tokens: usage.inputFresh + usage.inputAudio + (usage.inputImage ?? 0),
    cache_creation_input_tokens: cacheWriteOf(usage),
    cache_read_input_tokens: usage.inputCacheRead,
    output_tokens: outputOf(usage),
    ...(usage.inputCacheWrite1h && {
      cache_creation: {
        ephemeral_5m_input_tokens: usage.inputCacheWrite,
        ephemeral_1h_input_tokens: usage.inputCacheWrite1h,
      },
    }),
    ...(usage.outputReasoning > 0 && {
      output_tokens_details: { thinking_tokens: usage.outputReasoning },
    }),
  };
}
