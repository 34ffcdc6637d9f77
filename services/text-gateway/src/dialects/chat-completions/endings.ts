import type { Ending, EndingReason } from '../../canon/ending.ts';
import type { ReplyFault } from '../../canon/events.ts';
import { nonEmptyText } from '../../json/non-empty-text.ts';
import { type JsonRecord, recordsIn } from '../../json/read.ts';

/** Read from the left by the first row with the word, from the right by the first row with the reason. */
const table: readonly (readonly [word: string, reason: EndingReason])[] = [
  ['stop', 'complete'],
  ['stop', 'stop-sequence'],
  ['stop', 'paused'],
  ['stop', 'malformed-tool-call'],
  ['length', 'length'],
  ['length', 'context-exceeded'],
  ['tool_calls', 'tool-calls'],
  ['function_call', 'tool-calls'],
  ['content_filter', 'filtered'],
  // Words of compatible upstreams: Mistral, DeepSeek and Zhipu.
  ['model_length', 'context-exceeded'],
  ['model_context_window_exceeded', 'context-exceeded'],
  ['insufficient_system_resource', 'length'],
  ['sensitive', 'filtered'],
];

/**
 * What is said where the upstream failed within its answer, with or without an `error` beside it: by Mistral and OpenRouter, by
 * Zhipu where its inference failed, and by vLLM and SGLang where they gave up the request.
 */
const failedWords = ['error', 'network_error', 'abort'];

/** The fault of an answer that ends so. */
export const failedEnd: ReplyFault = { message: 'The upstream ended its answer with an error.' };

/** Whether a `finish_reason` says so. */
export function isFailedWord(reason: unknown): boolean {
  return failedWords.some((word) => word === reason);
}

/** Whether one of these says so. */
export function hasFailed(choices: unknown): boolean {
  return recordsIn(choices).some(({ finish_reason: reason }) => isFailedWord(reason));
}

/** Whether an answer of these bytes may say so: its choices hold the bulk of it. */
export function mayHaveFailed(bytes: Buffer): boolean {
  return failedWords.some((word) => bytes.includes(`"${word}"`));
}

/**
 * What a `finish_reason` says; none, and words that nobody knows, say that the answer is complete.
 *
 * @param stopSequence which of the request's stop strings came
 */
export function decodeEnding(word: unknown, hasCalls: boolean, stopSequence?: string): Ending {
  const reason = table.find(([known]) => known === word)?.[1] ?? 'complete';
  if (reason !== 'complete') return { reason };
  // Some upstreams end an answer full of calls with `stop`.
  if (hasCalls) return { reason: 'tool-calls' };
  return stopSequence === undefined ? { reason } : { reason: 'stop-sequence', stopSequence };
}

/** The stop string that ended an answer, as vLLM and SGLang tell it in a choice; a number is a token's, which nobody asked for. */
export function readStopSequence({
  stop_reason: ofVllm,
  matched_stop: ofSglang,
}: JsonRecord): string | undefined {
  return nonEmptyText(ofVllm) ?? nonEmptyText(ofSglang);
}

/** @param legacyCalls whether the client speaks of calls as `function_call` */
export function encodeEnding({ reason }: Ending, legacyCalls = false): string {
  if (legacyCalls && reason === 'tool-calls') return 'function_call';
  return table.find(([, known]) => known === reason)?.[0] ?? 'stop';
}
