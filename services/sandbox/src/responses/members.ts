// The vendor refuses every member of a request that it does not know, as it does not in its older dialect. That it takes
// `client_metadata` is not documented: Codex sends it with every request.

export const members: ReadonlySet<string> = new Set([
  'access_programs',
  'background',
  'client_metadata',
  'context_management',
  'conversation',
  'image',
  'include',
  'input',
  'instructions',
  'max_output_tokens',
  'max_tool_calls',
  'metadata',
  'model',
  'moderation',
  'parallel_tool_calls',
  'previous_response_id',
  'prompt',
  'prompt_cache_key',
  'prompt_cache_options',
  'prompt_cache_retention',
  'reasoning',
  'safety_identifier',
  'service_tier',
  'store',
  'stream',
  'stream_options',
  'temperature',
  'text',
  'tool_choice',
  'tools',
  'top_logprobs',
  'top_p',
  'truncation',
  'user',
]);

/** There is no `include_usage` among them: usage always comes. */
export const streamMembers: ReadonlySet<string> = new Set(['include_obfuscation']);
