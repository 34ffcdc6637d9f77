import type { Upstream } from './upstream.ts';

/** OpenAI's own API. Source: its API reference, "Chat", "Responses" and "Realtime". */
export const openai: Upstream = {
  name: 'openai',
  paths: [
    ['chat-completions', () => '/chat/completions'],
    ['responses', () => '/responses'],
  ],
  realtime: ({ model }) => `/realtime?model=${encodeURIComponent(model)}`,
  authorize: ({ key }) => ({ authorization: `Bearer ${key}` }),
  usageOnRequest: true,
};
