import type { FinishReason } from '../answer/plan.ts';

const reasons: Record<FinishReason, string> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'content_filtered',
  image_filter: 'content_filtered',
  // Never planned in this dialect.
  blocked: 'guardrail_intervened',
  failed: 'malformed_model_output',
  cancelled: 'malformed_model_output',
};

export function stopReasonOf(reason: FinishReason, stopWord: string | null): string {
  return stopWord === null ? reasons[reason] : 'stop_sequence';
}
