import type { Usage } from '../answer/meter.ts';

/** Cached tokens stand beside the other input tokens in this dialect, not among them. */
function inputOf({ inputTokens, cachedTokens }: Usage) {
  return {
    input_tokens: inputTokens - cachedTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cachedTokens,
  };
}

const neverWritten = { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 };

/** The `usage` of a message. A stream begins with it, when the vendor counts one token as said already. */
export function messageUsage(usage: Usage, isBeginning: boolean): object {
  return {
    ...inputOf(usage),
    cache_creation: neverWritten,
    output_tokens: isBeginning ? 1 : usage.outputTokens,
    output_tokens_details: isBeginning ? null : { thinking_tokens: usage.reasoningTokens },
    server_tool_use: null,
    service_tier: 'standard',
    inference_geo: 'not_available',
  };
}

/** The `usage` of `message_delta`: of the whole message, not of what was said since the start. */
export function deltaUsage(usage: Usage): object {
  return {
    ...inputOf(usage),
    output_tokens: usage.outputTokens,
    output_tokens_details: { thinking_tokens: usage.reasoningTokens },
  };
}
