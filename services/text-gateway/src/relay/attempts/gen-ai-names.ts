/** What OpenTelemetry calls the wire styles that clients ask in; the others keep our names. */
export const operationNames: Readonly<Record<string, string>> = {
  'batch-embed-contents': 'embeddings',
  'chat-completions': 'chat',
  completions: 'text_completion',
  'embed-content': 'embeddings',
  embeddings: 'embeddings',
  'generate-content': 'generate_content',
  messages: 'chat',
  responses: 'chat',
};

/** What it calls the kinds of upstreams. */
export const providerNames: Readonly<Record<string, string>> = {
  anthropic: 'anthropic',
  'azure-openai': 'azure.ai.openai',
  bedrock: 'aws.bedrock',
  gemini: 'gcp.gemini',
  openai: 'openai',
  vertex: 'gcp.vertex_ai',
};
