import type { FinishReason } from '../answer/plan.ts';

/** This dialect names the stop word that ended an answer, so it takes two members to say the reason. */
export interface Stop {
  stop_reason: string;
  stop_sequence: string | null;
}

const reasons: Record<FinishReason, string> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
  image_filter: 'refusal',
  // Never planned in this dialect.
  blocked: 'refusal',
  failed: 'refusal',
  cancelled: 'refusal',
};

export function stopOf(reason: FinishReason, stopWord: string | null): Stop {
  if (stopWord !== null) return { stop_reason: 'stop_sequence', stop_sequence: stopWord };
  return { stop_reason: reasons[reason], stop_sequence: null };
}
