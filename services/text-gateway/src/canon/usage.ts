import type { Metered } from '@headgate/proto/gen/headgate/events/v1/events';
import type { ToolName } from '@headgate/proto/tool-names';
import { isRecord } from '../json/read.ts';

/** Token counts of one answer. Every token is in exactly one class; dialects add them up in their own ways. */
export interface Usage {
  inputFresh: number;
  inputAudio: number;
  /** Absent where images are not told apart: then they are among the fresh. */
  inputImage?: number;
  inputCacheRead: number;
  inputCacheWrite: number;
  /** Of what was written to the cache, what is kept for an hour or longer; absent where that is not told apart. */
  inputCacheWrite1h?: number;
  outputVisible: number;
  /** Of the visible those of pictures; absent where they are not told apart. */
  outputImage?: number;
  outputAudio: number;
  outputReasoning: number;
  /** How often the upstream used tools of its own that cost something, by name; absent where it used none. */
  toolCalls?: ToolCalls;
  /** How many calls it is paid for as, where the upstream counts them; absent where it is one. */
  calls?: number;
  /** Characters and minutes, where those are counted. */
  metered?: readonly Metered[];
  /** How long the sound was whose tokens were counted, for rows that price minutes and no tokens. */
  sound?: SoundLength;
  /** What sound and its words are in tokens of which only the seconds were counted, for rows that price tokens and no minutes. */
  soundTokens?: SoundTokens;
  /** How many tokens a ranking read of which only the searches were counted, for rows that price tokens and no calls. */
  searchedTokens?: number;
  /** At which it was served, where that is not the usual one. */
  serviceTier?: string;
}

export interface SoundLength {
  ms: number;
  /** By its tokens, or by what else tells nearly. */
  isGuessed: boolean;
}

export type SoundTokens = Pick<Usage, 'inputAudio' | 'outputVisible'>;

export type ToolCalls = Readonly<Partial<Record<ToolName, number>>>;

export const noUsage: Readonly<Usage> = {
  inputFresh: 0,
  inputAudio: 0,
  inputCacheRead: 0,
  inputCacheWrite: 0,
  outputVisible: 0,
  outputAudio: 0,
  outputReasoning: 0,
};

/** All input tokens, cached ones included. */
export function inputOf(usage: Usage): number {
  const { inputFresh, inputAudio, inputImage = 0, inputCacheRead } = usage;
  return inputFresh + inputAudio + inputImage + inputCacheRead + cacheWriteOf(usage);
}

/** All that was written to the cache, for however long. */
export function cacheWriteOf({ inputCacheWrite, inputCacheWrite1h = 0 }: Usage): number {
  return inputCacheWrite + inputCacheWrite1h;
}

/** All output tokens, reasoning included. */
export function outputOf({ outputVisible, outputAudio, outputReasoning }: Usage): number {
  return outputVisible + outputAudio + outputReasoning;
}

/** Totals as most dialects state them: each part is within its total. */
export interface Totals {
  input: number | undefined;
  inputAudio?: number | undefined;
  inputImage?: number | undefined;
  cacheRead?: number | undefined;
  cacheWrite?: number | undefined;
  /** Part of `cacheWrite`. */
  cacheWrite1h?: number | undefined;
  output: number | undefined;
  outputAudio?: number | undefined;
  reasoning?: number | undefined;
}

/** Takes totals apart into classes. A part above what is left of its total is cut to it. */
export function fromTotals({ input = 0, output = 0, ...parts }: Totals): Usage {
  const cacheRead = Math.min(parts.cacheRead ?? 0, input);
  const cacheWrite = Math.min(parts.cacheWrite ?? 0, input - cacheRead);
  const cacheWrite1h = Math.min(parts.cacheWrite1h ?? 0, cacheWrite);
  const inputAudio = Math.min(parts.inputAudio ?? 0, input - cacheRead - cacheWrite);
  const inputImage = Math.min(parts.inputImage ?? 0, input - cacheRead - cacheWrite - inputAudio);
  const reasoning = Math.min(parts.reasoning ?? 0, output);
  const outputAudio = Math.min(parts.outputAudio ?? 0, output - reasoning);
  return {
    inputFresh: input - cacheRead - cacheWrite - inputAudio - inputImage,
    inputAudio,
    ...(inputImage > 0 && { inputImage }),
    inputCacheRead: cacheRead,
    inputCacheWrite: cacheWrite - cacheWrite1h,
    ...(cacheWrite1h > 0 && { inputCacheWrite1h: cacheWrite1h }),
    outputVisible: output - reasoning - outputAudio,
    outputAudio,
    outputReasoning: reasoning,
  };
}

/**
 * The counts of a stream so far: they are cumulative, and later ones replace those before. A side that falls back to zero says
 * nothing: zeros are what upstreams send that do not count there. Where both do, calls and the tier stay that are not told anew. What is
 * metered is told whole each time.
 */
export function laterCounts(before: Usage | undefined, later: Usage): Usage {
  if (!before || before.metered || later.metered) return later;
  const { outputVisible, outputImage, outputAudio, outputReasoning } = outputOf(later) > 0 ? later : before;
  const { inputFresh, inputAudio, inputImage, inputCacheRead, inputCacheWrite, inputCacheWrite1h } =
    inputOf(later) > 0 ? later : before;
  return {
    ...(outputOf(later) + inputOf(later) === 0 && before),
    ...later,
    inputFresh,
    inputAudio,
    ...(inputImage !== undefined && { inputImage }),
    inputCacheRead,
    inputCacheWrite,
    ...(inputCacheWrite1h !== undefined && { inputCacheWrite1h }),
    outputVisible,
    ...(outputImage !== undefined && { outputImage }),
    outputAudio,
    outputReasoning,
  };
}

/** The same usage with calls of tools that were counted apart from it: they cost something although no counts may come. */
export function withToolCalls(usage: Usage | undefined, toolCalls: ToolCalls): Usage | undefined {
  const hasCalls = Object.values(toolCalls).some((count) => count > 0);
  return hasCalls ? { ...(usage ?? noUsage), toolCalls } : usage;
}

/** Counts such as `web_search_requests`, as Anthropic and OpenRouter have them. */
export function readToolCalls(used: unknown): ToolCalls {
  if (!isRecord(used)) return {};
  const web = { web_search: used.web_search_requests, web_fetch: used.web_fetch_requests };
  const counts = Object.entries(web).map(([tool, count]) => [tool, readCount(count) ?? 0] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** More than any request has, and as much as one may ask for. Servers that count wrongly say -1 in 32 bits, which would empty a purse. */
const mostCounted = 2 ** 30;

/** A count as an upstream wrote it; undefined for anything that is none, or cannot be one. */
export function readCount(value: unknown): number | undefined {
  const isCount = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= mostCounted;
  return isCount ? value : undefined;
}
