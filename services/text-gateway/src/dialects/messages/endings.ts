import type { Ending, EndingReason } from '../../canon/ending.ts';

/** The first row of a word or a reason is the one that is written or read for it. */
const rows: readonly [string, EndingReason][] = [
  ['end_turn', 'complete'],
  ['stop_sequence', 'stop-sequence'],
  ['max_tokens', 'length'],
  ['tool_use', 'tool-calls'],
  ['refusal', 'filtered'],
  ['model_context_window_exceeded', 'context-exceeded'],
  ['pause_turn', 'paused'],
  ['end_turn', 'malformed-tool-call'],
];

/** Reads why an answer ended. Some upstreams end with `end_turn` although they wait for the results of calls. */
export function readEnding(stopReason: unknown, stopSequence: unknown, hasCalls: boolean): Ending {
  const reason = rows.find(([word]) => word === stopReason)?.[1] ?? 'complete';
  return {
    reason: reason === 'complete' && hasCalls ? 'tool-calls' : reason,
    ...(typeof stopSequence === 'string' && { stopSequence }),
  };
}

/**
 * The members that say why an answer ended; null while it has not.
 *
 * @param asked the client's own stop strings: at others, which the upstream has of itself, the answer is simply over
 */
export function writeEnding(
  said: Ending | undefined,
  asked: readonly string[],
): {
  stop_reason: string | null;
  stop_sequence: string | null;
} {
  const isOther = said?.stopSequence !== undefined && !asked.includes(said.stopSequence);
  const ending: Ending | undefined = isOther ? { reason: 'complete' } : said;
  return {
    stop_reason: rows.find(([, reason]) => reason === ending?.reason)?.[0] ?? null,
    stop_sequence: ending?.stopSequence ?? null,
  };
}
