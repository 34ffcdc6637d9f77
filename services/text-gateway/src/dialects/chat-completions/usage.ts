import { readHeard } from '../../canon/heard.ts';
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
import { compact, isRecord, type JsonRecord } from '../../json/read.ts';

/**
 * Reads a `usage` object; undefined when it is none. Cached tokens are part of `prompt_tokens`, reasoning tokens part
 * of `completion_tokens`. Two variants are read too: `prompt_cache_hit_tokens` (DeepSeek) and a top-level
 * `cached_tokens` (Moonshot). `image_tokens`, of pictures that were made, is OpenRouter's; zero says nothing there. So are the
 * searches that it made itself: it documents `server_tool_use`, and answers with `server_tool_use_details`. Mistral counts what it
 * hears in seconds, which are what is paid for, and its tokens in the total alone.
 */
export function decodeUsage(usage: unknown): Usage | undefined {
  if (!isRecord(usage)) return undefined;
  const input = readCount(usage.prompt_tokens);
  const output = readCount(usage.completion_tokens);
  if (input === undefined && output === undefined) return undefined;
  const inputDetails = isRecord(usage.prompt_tokens_details) ? usage.prompt_tokens_details : {};
  const outputDetails = isRecord(usage.completion_tokens_details) ? usage.completion_tokens_details : {};
  const cacheRead =
    readCount(inputDetails.cached_tokens) ??
    readCount(usage.prompt_cache_hit_tokens) ??
    readCount(usage.cached_tokens);
  const cacheWrite = writtenOf(usage, inputDetails);
  const isWhole = input !== undefined && output !== undefined;
  const beyond = isWhole ? (readCount(usage.total_tokens) ?? 0) - input - output : 0;
  const reasoning = readCount(outputDetails.reasoning_tokens);
  const metered = readHeard(usage.prompt_audio_seconds).filter(({ quantity }) => quantity > 0n);
  const soundTokens = metered.length > 0 && beyond > 0 ? beyond : 0;
  const untold = soundTokens > 0 ? 0 : untoldReasoning(beyond, reasoning, cacheRead, cacheWrite);
  const counts = fromTotals({
    input,
    inputAudio: soundTokens > 0 ? 0 : readCount(inputDetails.audio_tokens),
    cacheRead,
    cacheWrite,
    cacheWrite1h: longKeptOf(inputDetails),
    output: (output ?? 0) + untold,
    outputAudio: readCount(outputDetails.audio_tokens),
    reasoning: reasoning || untold,
  });
  const ofPictures = readCount(outputDetails.image_tokens);
  const { outputVisible } = counts;
  const told = {
    ...counts,
    ...(ofPictures && { outputImage: ofPictures }),
    ...(metered.length > 0 && { metered }),
    ...(soundTokens > 0 && { soundTokens: { inputAudio: soundTokens, outputVisible } }),
  };
  return withToolCalls(told, readToolCalls(usage.server_tool_use_details ?? usage.server_tool_use));
}

/**
 * What was written to the cache, of the prompt, by the first name that says some: OpenAI's, DashScope's, LiteLLM's and new-api's;
 * gateways before Claude have Anthropic's beside the totals.
 */
function writtenOf(usage: JsonRecord, details: JsonRecord): number | undefined {
  return [
    details.cache_write_tokens,
    details.cache_creation_input_tokens,
    details.cache_creation_tokens,
    details.cached_creation_tokens,
    usage.cache_creation_input_tokens,
  ]
    .map(readCount)
    .find((count) => count !== undefined && count > 0);
}

/** Of that, what is kept for an hour, as LiteLLM tells it. */
function longKeptOf({ cache_creation_token_details: written }: JsonRecord): number | undefined {
  return isRecord(written) ? readCount(written.ephemeral_1h_input_tokens) : undefined;
}

/**
 * The usage that a chunk of a stream speaks of; undefined when it does not. Groq has it in `x_groq`, Moonshot within the
 * choice that ends.
 */
export function findChunkUsage(chunk: JsonRecord): Usage | undefined {
  const { usage, x_groq: groq, choices } = chunk;
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  return (
    decodeUsage(usage) ??
    decodeUsage(isRecord(groq) ? groq.usage : undefined) ??
    decodeUsage(isRecord(choice) ? choice.usage : undefined)
  );
}

/**
 * Some upstreams leave reasoning out of `completion_tokens`: their total tells, `beyond` what was said of both sides. Google's
 * models tell it nowhere else. What may be a cache that lies beside the prompt is none.
 */
function untoldReasoning(beyond: number, reasoning = 0, cacheRead = 0, cacheWrite = 0): number {
  if (beyond <= 0) return 0;
  if (reasoning > 0) return beyond === reasoning ? reasoning : 0;
  return beyond > cacheRead + cacheWrite ? beyond : 0;
}

export function encodeUsage(usage: Usage): JsonRecord {
  const input = inputOf(usage);
  const output = outputOf(usage);
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: compact({
      cached_tokens: usage.inputCacheRead,
      cache_write_tokens: cacheWriteOf(usage) || undefined,
      audio_tokens: usage.inputAudio,
    }),
    completion_tokens_details: {
      reasoning_tokens: usage.outputReasoning,
      audio_tokens: usage.outputAudio,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}
