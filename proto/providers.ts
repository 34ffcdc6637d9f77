/** What a channel's `provider` may be: the kinds of upstreams that text-gateway and media-task know how to ask. */
export const providers: readonly string[] = [
  'anthropic',
  'ark',
  'azure-openai',
  'bedrock',
  'dashscope',
  'gateway',
  'gemini',
  'kling',
  'midjourney-proxy',
  'minimax',
  'minimax-v2',
  'openai',
  'openai-compatible',
  'tencent-vod',
  'vertex',
  'xai',
];
