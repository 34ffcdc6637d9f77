import { writeServedAt } from '../../../canon/service-tier.ts';
import { splitName } from '../../../canon/tools/namespaces.ts';
import type { Usage } from '../../../canon/usage.ts';
import { compact, type JsonRecord } from '../../../json/read.ts';
import type { ReplyCall } from '../../codec.ts';
import { writeClientTools, writeFormat, writeToolChoice } from '../options/write-options.ts';
import { encodeUsage } from '../usage.ts';

/** What changes of a response while it is made. */
export interface Progress {
  status: 'in_progress' | 'completed' | 'incomplete' | 'failed';
  output: readonly JsonRecord[];
  usage?: Usage | undefined;
  incompleteReason?: string | undefined;
  error?: { code: string; message: string } | undefined;
}

/** The response object. It repeats what the client asked for. */
export function writeResponse({ requestId, request, createdAt }: ReplyCall, progress: Progress): JsonRecord {
  const { instructions, tools, toolChoice, format, extras } = request;
  const { status, output, usage, incompleteReason, error } = progress;
  return {
    id: writeResponseId(requestId),
    object: 'response',
    created_at: createdAt,
    status,
    background: false,
    error: error ?? null,
    incomplete_details: incompleteReason === undefined ? null : { reason: incompleteReason },
    instructions: instructions.map(({ text }) => text).join('\n\n') || null,
    max_output_tokens: request.maxOutputTokens ?? null,
    max_tool_calls: extras.max_tool_calls ?? null,
    model: request.model,
    output,
    parallel_tool_calls: request.parallelToolCalls ?? true,
    previous_response_id: null,
    prompt_cache_key: request.promptCacheKey ?? null,
    reasoning: {
      effort: request.reasoning?.effort ?? null,
      summary: request.reasoning?.isShown ? 'auto' : null,
    },
    safety_identifier: request.endUser ?? null,
    service_tier: writeServedAt(usage),
    // Nothing is kept, whatever was asked for: no later request can build on it.
    store: false,
    temperature: request.sampling.temperature ?? null,
    text: compact({
      format: format ? writeFormat(format) : { type: 'text' },
      verbosity: request.verbosity,
    }),
    tool_choice: toolChoice
      ? writeToolChoice(toolChoice, tools, (name) => splitName(name, tools).name)
      : 'auto',
    tools: writeClientTools(tools),
    top_logprobs: 0,
    top_p: request.sampling.topP ?? null,
    truncation: 'disabled',
    usage: usage ? encodeUsage(usage) : null,
    user: request.endUser ?? null,
    metadata: extras.metadata ?? {},
  };
}

/** What a response is called that no upstream has named. */
export function writeResponseId(requestId: string): string {
  return `resp_${requestId.replaceAll('-', '')}`;
}
