// Only this dialect repeats the request in its answer.

import type { Usage } from '../answer/meter.ts';
import type { FinishReason } from '../answer/plan.ts';
import { readServiceTier } from '../chat-completions/identity.ts';
import { asRecord, type JsonRecord } from '../json-record.ts';
import { type AnswerIdentity, responseId } from './identity.ts';
import { usageOf } from './usage.ts';

export type Status = 'in_progress' | 'completed' | 'incomplete' | 'failed' | 'cancelled';

const statuses: Record<FinishReason, Status> = {
  stop: 'completed',
  tool_calls: 'completed',
  length: 'incomplete',
  content_filter: 'incomplete',
  image_filter: 'incomplete',
  failed: 'failed',
  cancelled: 'cancelled',
  // Never planned in this dialect.
  blocked: 'failed',
};

export function statusOf(finish: FinishReason): Status {
  return statuses[finish];
}

/** The response as it stands. `finish` is null while it is in progress; null leaves the usage out. */
export function responseOf(
  identity: AnswerIdentity,
  request: JsonRecord,
  output: object[],
  finish: FinishReason | null,
  usage: Usage | null,
): object {
  const status = finish === null ? 'in_progress' : statusOf(finish);
  const isIncomplete = status === 'incomplete';
  return {
    id: responseId(identity),
    object: 'response',
    created_at: identity.created,
    status,
    background: false,
    completed_at: status === 'completed' ? Math.floor(Date.now() / 1000) : null,
    error: status === 'failed' ? failure : null,
    incomplete_details: isIncomplete
      ? { reason: finish === 'length' ? 'max_output_tokens' : 'content_filter' }
      : null,
    model: identity.model,
    output,
    ...repeated(request),
    ...(usage && { usage: finish === null ? null : usageOf(usage) }),
  };
}

const failure = {
  code: 'server_error',
  message: 'The server had an error while processing your request. Sorry about that!',
};

function repeated(request: JsonRecord): object {
  const { effort = null, summary = null } = asRecord(request.reasoning) ?? {};
  return {
    instructions: request.instructions ?? null,
    max_output_tokens: request.max_output_tokens ?? null,
    metadata: request.metadata ?? {},
    parallel_tool_calls: request.parallel_tool_calls ?? true,
    previous_response_id: request.previous_response_id ?? null,
    reasoning: { effort, summary },
    service_tier: readServiceTier(request.service_tier),
    store: request.store ?? true,
    temperature: request.temperature ?? 1,
    text: request.text ?? { format: { type: 'text' } },
    tool_choice: request.tool_choice ?? 'auto',
    tools: request.tools ?? [],
    top_p: request.top_p ?? 1,
    truncation: request.truncation ?? 'disabled',
    user: request.user ?? null,
  };
}
