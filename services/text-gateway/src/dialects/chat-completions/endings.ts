import type { Ending, EndingReason } from '../../canon/ending.ts';

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
  ['insufficient_system_resource', 'length'],
  ['sensitive', 'filtered'],
];

/** What a `finish_reason` says; none, and words that nobody knows, say that the answer is complete. */
export function decodeEnding(word: unknown, hasCalls: boolean): Ending {
  const reason = table.find(([known]) => known === word)?.[1] ?? 'complete';
  // Some upstreams end an answer full of calls with `stop`.
  return { reason: reason === 'complete' && hasCalls ? 'tool-calls' : reason };
}

/** @param legacyCalls whether the client speaks of calls as `function_call` */
export function encodeEnding({ reason }: Ending, legacyCalls = false): string {
  if (legacyCalls && reason === 'tool-calls') return 'function_call';
  return table.find(([, known]) => known === reason)?.[0] ?? 'stop';
}
