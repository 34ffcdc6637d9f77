/** What `vendor` of a channel of the provider `openai-compatible` may be, where its host does not tell: `other` for none of these. */
export const vendorNames: readonly string[] = [
  'deepseek',
  'groq',
  'mistral',
  'moonshot',
  'ollama',
  'openrouter',
  'other',
  'vllm',
  'xai',
];
