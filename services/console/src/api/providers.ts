/** The kinds of upstreams, with where each is; capitals stand for what differs from account to account. */
export const providers: Record<string, string> = {
  anthropic: 'https://api.anthropic.com/v1',
  ark: 'https://ark.cn-beijing.volces.com/api/v3',
  'azure-openai': 'https://NAME.openai.azure.com',
  bedrock: 'https://bedrock-runtime.REGION.amazonaws.com',
  dashscope: 'https://dashscope-intl.aliyuncs.com/api/v1',
  gateway: 'https://HOST/v1',
  gemini: 'https://generativelanguage.googleapis.com/v1beta',
  kling: 'https://api-singapore.klingai.com/v1',
  'midjourney-proxy': 'https://HOST',
  minimax: 'https://api.minimax.io/v1',
  'minimax-v2': 'https://api.minimax.io/v2',
  openai: 'https://api.openai.com/v1',
  'openai-compatible': 'https://HOST/v1',
  'tencent-vod': 'https://HOST',
  vertex: 'https://LOCATION-aiplatform.googleapis.com/v1/projects/PROJECT/locations/LOCATION',
  xai: 'https://api.x.ai/v1',
};
