/** Who renders a family, under a name of a model whose own bounds are no narrower than the family's. */
export const vendors: Record<string, { provider: string; model: string; key?: string }> = {
  V1: { provider: 'openai', model: 'sora-2' },
  V2: { provider: 'gemini', model: 'veo-3.1-generate-preview' },
  V3: { provider: 'xai', model: 'grok-imagine-video-1.5' },
  V4: { provider: 'gemini', model: 'gemini-omni-flash' },
  V5: { provider: 'minimax-v2', model: 'MiniMax-H3' },
  V6: { provider: 'ark', model: 'seedance-2-5' },
  V7: { provider: 'ark', model: 'seedance-2-0' },
  V8: { provider: 'ark', model: 'seedance-2-0' },
  V9: { provider: 'minimax', model: 'MiniMax-Hailuo-02' },
  V10: { provider: 'tencent-vod', model: 'Kling-2.6', key: 'id:key:1' },
  V11: { provider: 'dashscope', model: 'wan2.5-preview' },
};

/** What each of them reads as a task that it has accepted. */
export const acceptance = {
  id: 'made',
  name: 'models/m/operations/made',
  task_id: 'made',
  request_id: 'made',
  status: 'queued',
  output: { task_id: 'made' },
  base_resp: { status_code: 0 },
  Response: { TaskId: 'made' },
};
