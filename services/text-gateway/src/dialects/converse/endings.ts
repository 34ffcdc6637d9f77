import type { Ending, EndingReason } from '../../canon/ending.ts';

const reasons: ReadonlyMap<unknown, EndingReason> = new Map([
  ['end_turn', 'complete'],
  ['stop_sequence', 'stop-sequence'],
  ['max_tokens', 'length'],
  ['tool_use', 'tool-calls'],
  ['guardrail_intervened', 'filtered'],
  ['content_filtered', 'filtered'],
  ['model_context_window_exceeded', 'context-exceeded'],
  ['malformed_tool_use', 'malformed-tool-call'],
  ['malformed_model_output', 'malformed-tool-call'],
]);

/** Reads why an answer ended. Some models end with `end_turn` although they wait for the results of calls. */
export function readEnding(stopReason: unknown, hasCalls: boolean): Ending {
  const reason = reasons.get(stopReason) ?? 'complete';
  return { reason: reason === 'complete' && hasCalls ? 'tool-calls' : reason };
}
